// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::fem {

/// Inertia of particles and rigid bodies. The nodes are the centres of mass.
struct NodalInertia {
  std::vector<double> mass;  ///< masses, [local nodes] [mass]
  /// Reference inertia tensors J_0 about the node in global axes, [local nodes] [mass·length²];
  /// empty for particles.
  std::vector<base::Mat3> reference_inertia{};

  /// Returns the number of local nodes.
  base::LocalIndex numNodes() const { return static_cast<base::LocalIndex>(mass.size()); }
  /// Returns the inertia tensor J = R J_0 R^T for the current rotation R.
  /// @param state  state of the rigid bodies, whose nodes are frames
  /// @param node  local node
  /// @return inertia tensor in global axes [mass·length²]
  base::Mat3 about(const la::State& state, base::LocalIndex node) const;
  /// Returns the mass matrix diag(m I, J) for the six degrees of freedom of a frame.
  /// @param state  state of the rigid bodies, whose nodes are frames
  /// @param node  local node
  /// @return translations first, then rotations; J is 0 for particles
  base::Mat6 matrix(const la::State& state, base::LocalIndex node) const;
};

}  // namespace tenon::fem
