// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodeRotations.hpp"

#include <Eigen/LU>

#include "base/dense.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using system::Body;

// Regularises directions in which a node has no neighbours, such as those normal to a straight
// line: they are rotated no further than necessary.
constexpr double least_spread = 1e-6;

using Matrices = std::vector<Eigen::Matrix3d>;

Eigen::Vector3d position(const la::State& state, gsl::span<const double> displacement, LocalIndex node) {
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  for (int i = 0; i < state.dimension(); ++i) {
    const auto at = static_cast<std::size_t>(node * state.block() + i);
    x[i] = state.reference()[at] + displacement[at];
  }
  return x;
}

/// Returns H of each owned node.
Matrices deformations(const Body& body, gsl::span<const double> then) {
  const la::State& state = body.state();
  Matrices sums(static_cast<std::size_t>(state.layout().numOwned()), Eigen::Matrix3d::Zero());
  const auto now = state.displacement();
  for (const auto& block : body.mesh().blocks()) {
    const int num_nodes = mesh::info(block.type).num_nodes;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      const LocalIndex* nodes = block.nodesOf(cell);
      for (int a = 0; a < num_nodes; ++a) {
        if (!state.layout().isOwned(nodes[a])) continue;
        for (int b = 0; b < num_nodes; ++b)
          sums[static_cast<std::size_t>(nodes[a])] +=
              (position(state, now, nodes[b]) - position(state, now, nodes[a])) *
              (position(state, then, nodes[b]) - position(state, then, nodes[a])).transpose();
      }
    }
  }
  return sums;
}

/// Returns the rotation closest to H.
Eigen::Matrix3d rotationOf(const Eigen::Matrix3d& H, int block) {
  const double size = H.norm();
  if (size == 0.0) return Eigen::Matrix3d::Identity();
  Eigen::Matrix3d sum = H + least_spread * size * Eigen::Matrix3d::Identity();
  if (block == 2) sum(2, 2) = size;
  const base::PrincipalStretches svd = base::computePrincipalStretches(sum);
  Eigen::Vector3d signs = Eigen::Vector3d::Ones();
  signs[2] = (svd.U * svd.V.transpose()).determinant() < 0.0 ? -1.0 : 1.0;
  return svd.U * signs.asDiagonal() * svd.V.transpose();
}

}  // namespace

NodeRotations::NodeRotations(const system::MechanicalSystem& mechanics) : mechanics_(mechanics) {
  for (const auto& body : mechanics.bodies()) {
    const auto displacement = body->state().displacement();
    displacements_.emplace_back(displacement.begin(), displacement.end());
  }
}

std::vector<double> NodeRotations::computeRotations() const {
  std::vector<double> rotations;
  for (std::size_t b = 0; b < mechanics_.bodies().size(); ++b) {
    const Body& body = *mechanics_.bodies()[b];
    const bool are_points = body.state().kind() == la::NodeKind::points;
    const int block = mechanics_.layout().block(), rows_per_node = mechanics_.layout().rowsPerNode(b);
    const constraint::ConstrainedDofs& dofs = mechanics_.constrainedDofs()[b];
    const Matrices sums = deformations(body, displacements_[b]);
    for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node) {
      bool held = !are_points;
      for (int i = 0; i < body.state().block(); ++i) held = held || dofs.isConstrained(node, i);
      const Eigen::Matrix3d R =
          held ? Eigen::Matrix3d::Identity() : rotationOf(sums[static_cast<std::size_t>(node)], block);
      for (int k = 0; k < rows_per_node; ++k)
        for (int i = 0; i < block; ++i)
          for (int j = 0; j < block; ++j) rotations.push_back(i < 3 && j < 3 ? R(i, j) : i == j ? 1.0 : 0.0);
    }
  }
  return rotations;
}

}  // namespace tenon::analysis
