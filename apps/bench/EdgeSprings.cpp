// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "EdgeSprings.hpp"

#include <algorithm>

namespace tenon::bench {

EdgeSprings::EdgeSprings(const fem::Domain& domain, Delivery delivery) : state_(domain.state), delivery_(delivery) {
  for (const mesh::CellBlock& block : domain.mesh.blocks()) {
    const mesh::CellTypeInfo& cell = mesh::info(block.type);
    if (cell.dimension != domain.mesh.dimension()) continue;
    for (la::LocalIndex c = 0; c < block.numCells(); ++c)
      for (const auto& [type, corners] : cell.facets)
        for (std::size_t i = 0; i < corners.size(); ++i) {
          const la::LocalIndex a = block.nodesOf(c)[corners[i]];
          const la::LocalIndex b = block.nodesOf(c)[corners[(i + 1) % corners.size()]];
          edges_.push_back({std::min(a, b), std::max(a, b)});
        }
  }
  std::sort(edges_.begin(), edges_.end());
  edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
  edges_.shrink_to_fit();
}

void EdgeSprings::addStiffness(la::StiffnessMatrix& K) const {
  const la::Derivative dfdx = K.forceOn(state_).byPositionOf(state_);
  delivery_ == Delivery::elements ? addElements(dfdx) : addBlocks(dfdx);
}

Eigen::Matrix3d EdgeSprings::across(const Edge& edge) const {
  const double* const rest = state_.reference().data();
  const Eigen::Vector3d d = Eigen::Vector3d::Map(rest + 3 * edge[1]) - Eigen::Vector3d::Map(rest + 3 * edge[0]);
  return d * d.transpose() / d.squaredNorm();
}

void EdgeSprings::addElements(la::Derivative dfdx) const {
  const la::ElementTable table{edges_.empty() ? nullptr : edges_[0].data(), 2,
                               static_cast<la::LocalIndex>(edges_.size())};
  dfdx.addElements(table, 3, la::ElementSymmetry::symmetric, [&](la::LocalIndex first, int count, la::Lane* matrix) {
    for (int lane = 0; lane < count; ++lane) {
      const Eigen::Matrix3d k = across(edges_[static_cast<std::size_t>(first + lane)]);
      for (int i = 0; i < 9; ++i) {
        matrix[i][lane] = matrix[27 + i][lane] = -k.data()[i];
        matrix[9 + i][lane] = k.data()[i];
      }
    }
  });
}

void EdgeSprings::addBlocks(la::Derivative dfdx) const {
  for (const Edge& edge : edges_) {
    const auto [a, b] = edge;
    const Eigen::Matrix3d k = across(edge);
    dfdx(a, a) -= k;
    dfdx(b, b) -= k;
    dfdx(a, b) += k;
    dfdx(b, a) += k;
  }
}

}  // namespace tenon::bench
