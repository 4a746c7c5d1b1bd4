// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "tenon/la/layout/State.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::fem {

struct NodalInertia;

/// Object on which a contributor acts: mesh, state and name. The members refer to data of the
/// object. The first nodes of the state are the nodes of the mesh, in the same order; ghost nodes
/// of long-range interactions follow.
struct Domain {
  /// Mesh of the object.
  const mesh::Mesh& mesh;
  /// State of the object: coordinates, velocities and accelerations.
  la::State& state;
  /// Name of the object.
  std::string object;
  std::shared_ptr<const NodalInertia> inertia{};  ///< inertia of particles and rigid bodies; null for meshes

  /// Returns the dimension of the problem, independent of the cells of the mesh: 3 for
  /// three-dimensional and 2 for plane problems.
  int dimension() const { return state.dimension(); }
  /// Returns the name of a contributor for messages, such as "traction on bracket/load".
  /// @param type  type of the contributor, as in case files
  /// @param group  name of the group; empty for the whole object
  std::string nameOf(const std::string& type, const std::string& group) const {
    return type + " on " + object + (group.empty() ? "" : "/" + group);
  }
};

}  // namespace tenon::fem
