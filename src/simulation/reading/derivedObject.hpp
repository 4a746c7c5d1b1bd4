#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/mapping/NodalWeights.hpp"
#include "tenon/mesh/derive.hpp"
#include "tenon/system/Body.hpp"

namespace tenon::simulation {

/// An object whose mesh is made of that of another one, its block `derive`.
struct DerivedObject {
  std::string from, to, group;
  int tets_per_hex = 6;
  base::Vec3 along = base::Vec3::Zero();
  bool follow = true;

  static void declare(base::Parameters<DerivedObject>& p);
  /// InputError for what can be found wrong without meshes.
  static DerivedObject read(const base::CaseNode& object);

  mesh::Derivation how() const;
};

/// Who is derived from whom, `sources[i]` empty for objects with meshes of their own: an order in which each comes
/// after what it is made of. InputError for a name that is not there, and for objects that are made of each other.
std::vector<std::size_t> orderOfDerivation(const std::vector<std::string>& names,
                                           const std::vector<std::string>& sources);

/// The weights by which a derived mesh follows its source.
mapping::WeightTable weightsOf(const mesh::DerivedMesh& derived);

}  // namespace tenon::simulation
