// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/derive.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::simulation {

/// Block `derive` of an object whose mesh is derived from that of another object.
struct DerivedObject {
  std::string from, group;
  mesh::DerivationChoice to = "part";
  int tets_per_hex = 6;
  base::Vec3 along = base::Vec3::Zero();
  bool follow = true;

  /// Declares the keys of the block.
  static void declare(base::Parameters<DerivedObject>& p);
  /// Reads the block.
  /// @throws InputError for errors that can be found without meshes
  static DerivedObject read(const base::CaseNode& object);

  /// Returns the derivation of the mesh.
  mesh::DerivationStep how() const;
};

/// Returns the order of derivation, in which each object follows the one that it is derived from.
/// @param sources  [names] source of each object; empty for objects with meshes of their own
/// @throws InputError if a source does not exist, or if objects are derived from each other
std::vector<std::size_t> orderOfDerivation(const std::vector<std::string>& names,
                                           const std::vector<std::string>& sources);

/// Returns the weights by which a derived mesh follows its source.
mapping::WeightTable weightsOf(const mesh::DerivedMesh& derived);

}  // namespace tenon::simulation
