// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodeSearch.hpp"

#include <algorithm>
#include <limits>

#include "boxTree.hpp"

namespace tenon::fem {
namespace {

using base::LocalIndex;
using base::Vec3;

bool isNearer(const NodeSearch::NearestNode& a, const NodeSearch::NearestNode& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.position < b.position;
}

}  // namespace

class NodeSearch::Nodes {
 public:
  Nodes(const Domain& domain, const std::vector<LocalIndex>& nodes) {
    std::vector<PointTree::value_type> leaves;
    for (const LocalIndex node : nodes) {
      const auto at = static_cast<std::size_t>(node);
      places_.emplace_back(Eigen::Map<const Vec3>(domain.mesh.points().data() + 3 * at));
      found_.push_back({domain.mesh.layout().global(node), domain.mesh.nodePositions()[at], 0.0});
      leaves.emplace_back(treePoint(places_.back()), static_cast<int>(leaves.size()));
      box_.include(places_.back());
    }
    tree_ = PointTree(leaves);  // bulk loading (packing)
  }

  const Box& box() const { return box_; }

  /// Calls visit(node) for the nodes in ascending order of distance while isWanted(distance) is
  /// true. The order is that of the tree, whose distances differ from those of the nodes by
  /// round-off.
  template <class IsWanted, class Visit>
  void forEachNearest(const Vec3& x, IsWanted&& isWanted, Visit&& visit) const {
    constexpr double slack = 1e-12;
    for (auto leaf = tree_.qbegin(boost::geometry::index::nearest(treePoint(x), static_cast<unsigned>(tree_.size())));
         leaf != tree_.qend(); ++leaf) {
      const auto at = static_cast<std::size_t>(leaf->second);
      NearestNode one = found_[at];
      one.distance = (x - places_[at]).norm();
      if (!isWanted(one.distance / (1 + slack))) break;
      visit(one);
    }
  }

 private:
  std::vector<Vec3> places_;
  std::vector<NearestNode> found_;
  PointTree tree_;
  Box box_;
};

NodeSearch::NodeSearch(const Domain& domain, const std::vector<LocalIndex>& nodes)
    : nodes_(std::make_unique<Nodes>(domain, nodes)), boxes_(domain.mesh.comm(), nodes_->box()) {}

NodeSearch::~NodeSearch() = default;

std::vector<NodeSearch::NearestNode> NodeSearch::nearest(gsl::span<const Vec3> points) const {
  std::vector<NearestNode> best(points.size());
  const auto all = nearest(points, 1);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!all[i].empty()) best[i] = all[i].front();
  return best;
}

std::vector<std::vector<NodeSearch::NearestNode>> NodeSearch::nearest(gsl::span<const Vec3> points, int count) const {
  const auto most = static_cast<std::size_t>(count);
  const auto insert = [most](std::vector<NearestNode>& list, const NearestNode& one) {
    list.insert(std::upper_bound(list.begin(), list.end(), one, isNearer), one);
    if (list.size() > most) list.pop_back();
  };
  const auto reachOf = [most](const std::vector<NearestNode>& list) {
    return list.size() < most ? std::numeric_limits<double>::infinity() : list.back().distance;
  };
  std::vector<std::vector<NearestNode>> best(points.size());
  std::vector<NearestNode> mine;
  boxes_.queryNear<NearestNode>(
      points,
      [&](const Vec3& x, const auto& reply) {
        mine.clear();
        nodes_->forEachNearest(
            x, [&](double distance) { return distance <= reachOf(mine); },
            [&](const NearestNode& one) { insert(mine, one); });
        for (const NearestNode& one : mine) reply(one);
      },
      [&](std::size_t i, const NearestNode& one) { insert(best[i], one); },
      [&](std::size_t i) { return reachOf(best[i]); });
  return best;
}

}  // namespace tenon::fem
