// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <array>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::bench {

/// Network of springs of unit stiffness in the reference configuration, one along each edge of the
/// solid or of a surface.
/// K_aa = K_bb = -n n^T = -K_ab = -K_ba,   n along the edge
class EdgeSprings : public force::ForceField {
 public:
  /// Form in which addStiffness() delivers the blocks. `elements`: each spring is an element of two
  /// nodes, as in force::Springs. `blocks`: four separate blocks per spring, as in a first, simple
  /// contributor.
  enum class Delivery { elements, blocks };

  EdgeSprings(const fem::Domain& domain, Delivery delivery);

  std::string name() const override { return "springs along all edges"; }
  /// Adds no force: the springs are unstressed in the reference configuration.
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool isLinear() const override { return true; }

  /// Returns the number of blocks that addStiffness() delivers on this rank, including those of
  /// ghosts.
  std::size_t numBlocks() const { return 4 * edges_.size(); }

 private:
  using Edge = std::array<la::LocalIndex, 2>;
  /// Returns n n^T of an edge.
  Eigen::Matrix3d across(const Edge& edge) const;
  void addElements(la::Derivative dfdx) const;
  void addBlocks(la::Derivative dfdx) const;

  const la::State& state_;
  Delivery delivery_;
  std::vector<Edge> edges_;
};

}  // namespace tenon::bench
