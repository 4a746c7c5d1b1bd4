#include "tenon/constraint/SurfaceSearch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/geometry.hpp>
#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <limits>

#include "tenon/base/collectively.hpp"
#include "tenon/constraint/closestPoint.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::constraint {
namespace {

namespace bg = boost::geometry;
using base::GlobalIndex;
using base::LocalIndex;
using base::Vec3;
using TreePoint = bg::model::point<double, 3, bg::cs::cartesian>;
using TreeBox = bg::model::box<TreePoint>;
using Tree = bg::index::rtree<std::pair<TreeBox, int>, bg::index::rstar<16>>;
using Box = std::array<Vec3, 2>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double equally_close = 1e-9;  // in diameters of the face

TreePoint treePoint(const Vec3& x) {
  return TreePoint(x[0], x[1], x[2]);
}

double distance(const Box& box, const Vec3& x) {
  if (box[0][0] > box[1][0]) return infinity;
  return (x - x.cwiseMax(box[0]).cwiseMin(box[1])).norm();
}

Box joined(const Box& a, const Box& b) {
  return {a[0].cwiseMin(b[0]), a[1].cwiseMax(b[1])};
}

bool isBetter(const SurfacePoint& a, const SurfacePoint& b) {
  return a.element_tag < b.element_tag || (a.element_tag == b.element_tag && a.distance < b.distance);
}

/// The lowest tag among the candidates that are as close as the closest one.
SurfacePoint chosen(const std::vector<SurfacePoint>& candidates) {
  SurfacePoint best;
  best.distance = infinity;
  for (const auto& one : candidates) best.distance = std::min(best.distance, one.distance);
  const double closest = best.distance;
  for (const auto& one : candidates)
    if (one.distance <= closest + equally_close * one.diameter && (best.element_tag < 0 || isBetter(one, best)))
      best = one;
  return best;
}

// What travels between the ranks.
struct Question {
  int number;
  double x[3];
};
struct Answer {
  int number;
  SurfacePoint point;
};

}  // namespace

struct SurfaceSearch::Faces {
  struct One {
    Face face;
    std::array<GlobalIndex, 9> nodes;
    std::int64_t tag;
    double diameter;
    Box box;
  };
  std::vector<One> list;
  Tree tree;
  double largest_diameter = 0.0;
  Box box{Vec3::Constant(infinity), Vec3::Constant(-infinity)};

  void add(const mesh::Mesh& mesh, const mesh::CellBlock& block, LocalIndex cell);
  void plantTree();
  std::vector<SurfacePoint> candidates(const Vec3& x) const;
};

void SurfaceSearch::Faces::add(const mesh::Mesh& mesh, const mesh::CellBlock& block, LocalIndex cell) {
  One one;
  one.face.type = block.type;
  const LocalIndex* nodes = block.nodesOf(cell);
  for (std::size_t a = 0; a < static_cast<std::size_t>(fem::numNodes(block.type)); ++a) {
    one.face.nodes[a] = Eigen::Map<const Vec3>(mesh.points().data() + 3 * static_cast<std::size_t>(nodes[a]));
    one.nodes[a] = mesh.layout().global(nodes[a]);
  }
  one.tag = block.tags[static_cast<std::size_t>(cell)];
  one.diameter = one.face.diameter();
  // round-off of the box must not hide the face from a point that lies on it
  const Vec3 slack = Vec3::Constant(equally_close * one.diameter);
  one.box = one.face.box();
  one.box = {one.box[0] - slack, one.box[1] + slack};
  largest_diameter = std::max(largest_diameter, one.diameter);
  box = joined(box, one.box);
  list.push_back(one);
}

void SurfaceSearch::Faces::plantTree() {
  std::vector<Tree::value_type> leaves;
  for (const auto& one : list)
    leaves.emplace_back(TreeBox(treePoint(one.box[0]), treePoint(one.box[1])), static_cast<int>(leaves.size()));
  tree = Tree(leaves);  // packed at once
}

/// Every face of this rank that is as close as the closest one.
std::vector<SurfacePoint> SurfaceSearch::Faces::candidates(const Vec3& x) const {
  std::vector<SurfacePoint> found;
  double best = infinity;
  const double slack = equally_close * largest_diameter;
  for (auto leaf = tree.qbegin(bg::index::nearest(treePoint(x), static_cast<unsigned>(tree.size())));
       leaf != tree.qend(); ++leaf) {
    const One& one = list[static_cast<std::size_t>(leaf->second)];
    if (distance(one.box, x) > best + slack) break;
    const FacePoint there = closestPoint(one.face, x);
    if (there.distance > best + slack) continue;
    best = std::min(best, there.distance);
    SurfacePoint point;
    point.distance = there.distance;
    point.diameter = one.diameter;
    point.element_tag = one.tag;
    point.num_nodes = fem::numNodes(one.face.type);
    point.nodes = one.nodes;
    fem::shapeFunctions(one.face.type, there.xi.data(), point.weights.data());
    found.push_back(point);
  }
  const auto farther = [&](const SurfacePoint& p) { return p.distance > best + equally_close * p.diameter; };
  found.erase(std::remove_if(found.begin(), found.end(), farther), found.end());
  return found;
}

SurfaceSearch::SurfaceSearch(const mesh::Mesh& mesh, const mesh::Group& group)
    : comm_(mesh.comm()), faces_(std::make_unique<Faces>()) {
  base::collectively(comm_, [&] {
    if (group.dimension != mesh.dimension() - 1)
      throw base::InputError(
          fmt::format("Group '{}' of {} has cells of dimension {}, but a surface of this mesh has dimension {}.",
                      group.name, mesh.file(), group.dimension, mesh.dimension() - 1));
  });
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = mesh.blocks()[b];
    for (const LocalIndex cell : group.cells[b])
      if (cell < block.num_owned) faces_->add(mesh, block, cell);
  }
  faces_->plantTree();
  const Box& box = faces_->box;
  for (const auto& b :
       comm_.gather(std::array<double, 6>{box[0][0], box[0][1], box[0][2], box[1][0], box[1][1], box[1][2]}))
    boxes_.push_back({Vec3(b[0], b[1], b[2]), Vec3(b[3], b[4], b[5])});
}

SurfaceSearch::~SurfaceSearch() = default;
SurfaceSearch::SurfaceSearch(SurfaceSearch&&) noexcept = default;
SurfaceSearch& SurfaceSearch::operator=(SurfaceSearch&&) noexcept = default;

double SurfaceSearch::distanceToBox(int rank, const Vec3& point) const {
  return distance(boxes_[static_cast<std::size_t>(rank)], point);
}

void SurfaceSearch::ask(gsl::span<const Vec3> points, const std::vector<std::vector<int>>& wanted,
                        Answers& answers) const {
  std::vector<std::vector<Question>> questions(wanted.size());
  for (std::size_t r = 0; r < wanted.size(); ++r)
    for (const int i : wanted[r]) {
      const Vec3& x = points[static_cast<std::size_t>(i)];
      questions[r].push_back({i, {x[0], x[1], x[2]}});
    }
  const auto asked = comm_.exchange(questions);
  std::vector<std::vector<Answer>> replies(asked.size());
  for (std::size_t r = 0; r < asked.size(); ++r)
    for (const Question& question : asked[r])
      for (const SurfacePoint& point : faces_->candidates(Vec3(question.x[0], question.x[1], question.x[2])))
        replies[r].push_back({question.number, point});
  for (const auto& from_rank : comm_.exchange(replies))
    for (const Answer& answer : from_rank) answers[static_cast<std::size_t>(answer.number)].push_back(answer.point);
}

std::vector<SurfacePoint> SurfaceSearch::closest(gsl::span<const Vec3> points) const {
  const int num_points = static_cast<int>(points.size());
  Answers answers(points.size());
  std::vector<int> nearest_rank(points.size(), -1);
  std::vector<std::vector<int>> first(boxes_.size()), others(boxes_.size());
  for (int i = 0; i < num_points; ++i) {
    const auto at = static_cast<std::size_t>(i);
    double nearest = infinity;
    for (int r = 0; r < comm_.size(); ++r)
      if (const double there = distanceToBox(r, points[at]); there < nearest) nearest = there, nearest_rank[at] = r;
    if (nearest_rank[at] >= 0) first[static_cast<std::size_t>(nearest_rank[at])].push_back(i);
  }
  ask(points, first, answers);
  for (int i = 0; i < num_points; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const SurfacePoint best = chosen(answers[at]);
    const double reach = best.distance + equally_close * best.diameter;
    for (int r = 0; r < comm_.size(); ++r)
      if (r != nearest_rank[at] && distanceToBox(r, points[at]) <= reach && reach < infinity)
        others[static_cast<std::size_t>(r)].push_back(i);
  }
  ask(points, others, answers);
  std::vector<SurfacePoint> result;
  result.reserve(points.size());
  for (const auto& candidates : answers) result.push_back(chosen(candidates));
  return result;
}

}  // namespace tenon::constraint
