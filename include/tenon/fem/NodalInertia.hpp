#pragma once
#include <vector>

#include "tenon/la/NodeFrame.hpp"

namespace tenon::fem {

/// Inertia of particles and rigid bodies, whose nodes are their centres of mass.
struct NodalInertia {
  std::vector<double> mass;           ///< [local nodes]
  std::vector<base::Mat3> at_rest{};  ///< [local nodes] J_0 about the node, along the axes of space; empty: particles

  base::LocalIndex numNodes() const { return static_cast<base::LocalIndex>(mass.size()); }
  /// J = R J_0 R^T at the present rotation.
  base::Mat3 about(const la::State& state, base::LocalIndex node) const;
  /// diag(m 1, J), by a frame's six motions.
  base::Mat6 matrix(const la::State& state, base::LocalIndex node) const;
};

}  // namespace tenon::fem
