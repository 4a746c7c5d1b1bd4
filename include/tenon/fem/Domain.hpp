// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/State.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::fem {

/// Masses and inertia tensors of particles or rigid bodies, whose nodes are the centres of mass.
struct NodalInertia {
  std::vector<double> mass;  ///< masses, [local nodes] [mass]
  /// Inertia tensors J_0 about the nodes in the reference configuration, in global axes, [local
  /// nodes] [mass·length²]; empty for particles.
  std::vector<base::Mat3> reference_inertia{};

  /// Returns the number of local nodes.
  base::LocalIndex numNodes() const { return static_cast<base::LocalIndex>(mass.size()); }
  /// Returns the inertia tensor J = R J_0 R^T of a rigid body with the current rotation R.
  /// @param state  state of the rigid bodies, whose nodes are frames
  /// @param node  local node
  /// @return inertia tensor in global axes [mass·length²]
  base::Mat3 about(const la::State& state, base::LocalIndex node) const;
  /// Returns the mass matrix diag(m I, J) of a node with six degrees of freedom.
  /// @param state  state of the rigid bodies, whose nodes are frames
  /// @param node  local node
  /// @return mass matrix, translations before rotations; J is 0 for particles
  base::Mat6 matrix(const la::State& state, base::LocalIndex node) const;
};

/// Mesh, state and name of the object on which a contributor acts. The object owns the mesh and the
/// state; this struct refers to them. The first nodes of the state are the nodes of the mesh, in
/// the same order. They are followed by the ghost nodes that long-range interactions require.
struct Domain {
  /// Mesh of the object.
  const mesh::Mesh& mesh;
  /// State of the object: coordinates, velocities and accelerations.
  la::State& state;
  /// Name of the object.
  std::string object;
  std::shared_ptr<const NodalInertia> inertia{};  ///< inertia of particles and rigid bodies; null for meshes

  /// Returns the dimension of the problem: 3, or 2 for plane and axisymmetric problems. The cells
  /// of the mesh may have a lower dimension.
  int dimension() const { return state.dimension(); }
  /// Returns the name of a contributor for messages, such as "traction on bracket/load".
  /// @param type  type of the contributor in case files
  /// @param group  name of the group; empty for the whole object
  std::string nameOf(const std::string& type, const std::string& group) const {
    return type + " on " + object + (group.empty() ? "" : "/" + group);
  }
};

}  // namespace tenon::fem
