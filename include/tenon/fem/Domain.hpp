#pragma once
#include <memory>
#include <string>

#include "tenon/la/State.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::fem {

struct NodalInertia;

/// What a contributor acts on: an object's mesh, its motion and its name. Refers to what the object owns. The state's
/// first nodes are the mesh's nodes, in the same order; ghosts that far interactions need come after them.
struct Domain {
  const mesh::Mesh& mesh;
  la::State& state;
  std::string object;
  std::shared_ptr<const NodalInertia> inertia{};  ///< of particles and rigid bodies; none of meshes

  /// Dimension of the problem, whatever cells the mesh has: 3 in space, 2 in plane problems.
  int dimension() const { return state.dimension(); }
  /// For messages: "traction on bracket/load".
  std::string nameOf(const std::string& type, const std::string& group) const {
    return type + " on " + object + (group.empty() ? "" : "/" + group);
  }
};

}  // namespace tenon::fem
