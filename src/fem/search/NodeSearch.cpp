#include "tenon/fem/search/NodeSearch.hpp"

#include "tenon/fem/search/boxTree.hpp"

namespace tenon::fem {
namespace {

using base::LocalIndex;
using base::Vec3;

bool isNearer(const NodeSearch::Nearest& a, const NodeSearch::Nearest& b) {
  if (b.position < 0 || a.position < 0) return b.position < 0 && a.position >= 0;
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
    tree_ = PointTree(leaves);  // packed at once
  }

  const Box& box() const { return box_; }

  Nearest nearest(const Vec3& x) const {
    constexpr double slack = 1e-12;  // the tree measures distances by other operations
    Nearest best;
    for (auto leaf = tree_.qbegin(boost::geometry::index::nearest(treePoint(x), static_cast<unsigned>(tree_.size())));
         leaf != tree_.qend(); ++leaf) {
      const auto at = static_cast<std::size_t>(leaf->second);
      Nearest one = found_[at];
      one.distance = (x - places_[at]).norm();
      if (best.position >= 0 && one.distance > (1 + slack) * best.distance) break;
      if (isNearer(one, best)) best = one;
    }
    return best;
  }

 private:
  std::vector<Vec3> places_;
  std::vector<Nearest> found_;
  PointTree tree_;
  Box box_;
};

NodeSearch::NodeSearch(const Domain& domain, const std::vector<LocalIndex>& nodes)
    : nodes_(std::make_unique<Nodes>(domain, nodes)), boxes_(domain.mesh.comm(), nodes_->box()) {}

NodeSearch::~NodeSearch() = default;

std::vector<NodeSearch::Nearest> NodeSearch::nearest(gsl::span<const Vec3> points) const {
  std::vector<Nearest> best(points.size());
  boxes_.askNear<Nearest>(
      points, [&](const Vec3& x, const auto& reply) { reply(nodes_->nearest(x)); },
      [&](std::size_t i, const Nearest& one) {
        if (isNearer(one, best[i])) best[i] = one;
      },
      [&](std::size_t i) { return best[i].distance; });
  return best;
}

}  // namespace tenon::fem
