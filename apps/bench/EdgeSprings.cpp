#include "EdgeSprings.hpp"

#include <Eigen/Core>
#include <algorithm>

namespace tenon::bench {

EdgeSprings::EdgeSprings(const fem::Domain& domain) : state_(domain.state) {
  for (const mesh::CellBlock& block : domain.mesh.blocks()) {
    const mesh::CellTypeInfo& cell = mesh::info(block.type);
    if (cell.dimension != 3) continue;
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
  auto dfdx = K.forceOn(state_).byPositionOf(state_);
  const double* const rest = state_.rest().data();
  for (const auto& [a, b] : edges_) {
    const Eigen::Vector3d edge = Eigen::Vector3d::Map(rest + 3 * b) - Eigen::Vector3d::Map(rest + 3 * a);
    const Eigen::Matrix3d k = edge * edge.transpose() / edge.squaredNorm();
    dfdx(a, a) -= k;
    dfdx(b, b) -= k;
    dfdx(a, b) += k;
    dfdx(b, a) += k;
  }
}

}  // namespace tenon::bench
