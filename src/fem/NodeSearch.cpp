#include "tenon/fem/NodeSearch.hpp"

#include <boost/geometry.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <cmath>
#include <limits>

namespace tenon::fem {
namespace {

namespace bg = boost::geometry;
using base::LocalIndex;
using base::Vec3;
using Box = std::array<Vec3, 2>;
using TreePoint = bg::model::point<double, 3, bg::cs::cartesian>;
using Tree = bg::index::rtree<std::pair<TreePoint, int>, bg::index::rstar<16>>;

constexpr double infinity = std::numeric_limits<double>::infinity();

TreePoint treePoint(const Vec3& x) {
  return TreePoint(x[0], x[1], x[2]);
}

/// Never above the distance of a point in the box, round-off included: the same operations on smaller numbers.
double distance(const Box& box, const Vec3& x) {
  if (box[0][0] > box[1][0]) return infinity;
  return (x - x.cwiseMax(box[0]).cwiseMin(box[1])).norm();
}

bool isNearer(const NodeSearch::Nearest& a, const NodeSearch::Nearest& b) {
  if (b.position < 0 || a.position < 0) return b.position < 0 && a.position >= 0;
  return a.distance != b.distance ? a.distance < b.distance : a.position < b.position;
}

// What travels between the ranks.
struct Question {
  int number;
  double x[3];
};
struct Answer {
  int number;
  NodeSearch::Nearest nearest;
};

}  // namespace

class NodeSearch::Nodes {
 public:
  Nodes(const Domain& domain, const std::vector<LocalIndex>& nodes) {
    std::vector<Tree::value_type> leaves;
    for (const LocalIndex node : nodes) {
      const auto at = static_cast<std::size_t>(node);
      places_.emplace_back(Eigen::Map<const Vec3>(domain.mesh.points().data() + 3 * at));
      found_.push_back({domain.mesh.layout().global(node), domain.mesh.nodePositions()[at], 0.0});
      leaves.emplace_back(treePoint(places_.back()), static_cast<int>(leaves.size()));
      box_ = {box_[0].cwiseMin(places_.back()), box_[1].cwiseMax(places_.back())};
    }
    tree_ = Tree(leaves);  // packed at once
  }

  const Box& box() const { return box_; }

  Nearest nearest(const Vec3& x) const {
    constexpr double slack = 1e-12;  // the tree measures distances by other operations
    Nearest best;
    for (auto leaf = tree_.qbegin(bg::index::nearest(treePoint(x), static_cast<unsigned>(tree_.size())));
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
  Tree tree_;
  Box box_{Vec3::Constant(infinity), Vec3::Constant(-infinity)};
};

NodeSearch::NodeSearch(const Domain& domain, const std::vector<LocalIndex>& nodes)
    : comm_(domain.mesh.comm()), nodes_(std::make_unique<Nodes>(domain, nodes)) {
  const Box& box = nodes_->box();
  for (const auto& b :
       comm_.gather(std::array<double, 6>{box[0][0], box[0][1], box[0][2], box[1][0], box[1][1], box[1][2]}))
    boxes_.push_back({Vec3(b[0], b[1], b[2]), Vec3(b[3], b[4], b[5])});
}

NodeSearch::~NodeSearch() = default;

void NodeSearch::ask(gsl::span<const Vec3> points, const std::vector<std::vector<int>>& wanted,
                     std::vector<Nearest>& best) const {
  std::vector<std::vector<Question>> questions(wanted.size());
  for (std::size_t r = 0; r < wanted.size(); ++r)
    for (const int i : wanted[r]) {
      const Vec3& x = points[static_cast<std::size_t>(i)];
      questions[r].push_back({i, {x[0], x[1], x[2]}});
    }
  const auto asked = comm_.exchange(questions);
  std::vector<std::vector<Answer>> replies(asked.size());
  for (std::size_t r = 0; r < asked.size(); ++r)
    for (const Question& q : asked[r]) replies[r].push_back({q.number, nodes_->nearest(Vec3(q.x[0], q.x[1], q.x[2]))});
  for (const auto& from_rank : comm_.exchange(replies))
    for (const Answer& answer : from_rank) {
      Nearest& mine = best[static_cast<std::size_t>(answer.number)];
      if (isNearer(answer.nearest, mine)) mine = answer.nearest;
    }
}

std::vector<NodeSearch::Nearest> NodeSearch::nearest(gsl::span<const Vec3> points) const {
  std::vector<Nearest> best(points.size());
  std::vector<int> asked_first(points.size(), -1);
  std::vector<std::vector<int>> first(boxes_.size()), others(boxes_.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    double closest = infinity;
    for (std::size_t r = 0; r < boxes_.size(); ++r)
      if (const double there = distance(boxes_[r], points[i]); there < closest)
        closest = there, asked_first[i] = static_cast<int>(r);
    if (asked_first[i] >= 0) first[static_cast<std::size_t>(asked_first[i])].push_back(static_cast<int>(i));
  }
  ask(points, first, best);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t r = 0; r < boxes_.size(); ++r)
      if (static_cast<int>(r) != asked_first[i] && best[i].position >= 0 &&
          distance(boxes_[r], points[i]) <= best[i].distance)
        others[r].push_back(static_cast<int>(i));
  ask(points, others, best);
  return best;
}

}  // namespace tenon::fem
