// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/FileName.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// Nodes that follow weighted nodes of another object (skinning), with weights from a file or by
/// distance, w_k ~ 1 / d_k^power of the nearest nodes. Points give u = sum w_k u_k; rigid bodies
/// give x = sum w_k (o_k + R_k r_k), linear blend skinning. NodalWeights contains the equations and
/// their source.
/// @see SOFA's SkinningMapping, LineSetSkinningMapping
class Weighted : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping.
  struct Data {
    std::string parent;   ///< parent object
    base::FileName file;  ///< CSV file of weights; empty for weights by distance
    int nearest = 4;      ///< number of nearest parent nodes
    double power = 2.0;   ///< exponent of the distance
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);

  /// Creates the mapping. `file` is a CSV with columns node, parent, weight, of which each rank
  /// keeps the rows of its own nodes.
  /// @throws InputError with file and line if a number is not that of a node, and if the weights of
  ///   a node do not sum to 1
  /// @note Collective.
  Weighted(const Data& data, const fem::Domain& child, const fem::FindDomain& find);

  /// Returns the weights only, for other kinds of skinning. @note Collective.
  static WeightTable weights(const Data& data, const fem::Domain& child, const fem::Domain& parent);
};

/// Object with zero displacements: forces on it have no effect on other objects, J = 0.
/// @see SOFA's VoidMapping
class Void : public NodalWeights {
 public:
  /// Indicates that the type also acts on rigid bodies.
  static constexpr bool acts_on_frames = true;
  /// Parameters of the mapping: none.
  struct Data {};
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);
  /// Creates the mapping. @note Collective.
  Void(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
