// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/la/layout/NodeFrame.hpp"

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

}  // namespace tenon::fem
