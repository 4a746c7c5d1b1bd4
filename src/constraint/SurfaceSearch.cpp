#include "tenon/constraint/SurfaceSearch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tenon/base/collectively.hpp"
#include "tenon/constraint/closestPoint.hpp"
#include "tenon/fem/boxTree.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::constraint {
namespace {

using base::GlobalIndex;
using base::LocalIndex;
using base::Vec3;
using fem::Box;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double equally_close = 1e-9;  // in diameters of the face

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
  fem::BoxTree tree;
  double largest_diameter = 0.0;
  Box box;

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
  one.box = one.face.box().grownBy(equally_close * one.diameter);
  largest_diameter = std::max(largest_diameter, one.diameter);
  box.include(one.box);
  list.push_back(one);
}

void SurfaceSearch::Faces::plantTree() {
  std::vector<fem::BoxTree::value_type> leaves;
  for (const auto& one : list) leaves.emplace_back(fem::treeBox(one.box), static_cast<int>(leaves.size()));
  tree = fem::BoxTree(leaves);  // packed at once
}

/// Every face of this rank that is as close as the closest one.
std::vector<SurfacePoint> SurfaceSearch::Faces::candidates(const Vec3& x) const {
  std::vector<SurfacePoint> found;
  double best = infinity;
  const double slack = equally_close * largest_diameter;
  for (auto leaf = tree.qbegin(boost::geometry::index::nearest(fem::treePoint(x), static_cast<unsigned>(tree.size())));
       leaf != tree.qend(); ++leaf) {
    const One& one = list[static_cast<std::size_t>(leaf->second)];
    if (one.box.distanceTo(x) > best + slack) break;
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

SurfaceSearch::SurfaceSearch(const mesh::Mesh& mesh, const mesh::Group& group) : faces_(std::make_unique<Faces>()) {
  base::collectively(mesh.comm(), [&] {
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
  boxes_.emplace(mesh.comm(), faces_->box);
}

SurfaceSearch::~SurfaceSearch() = default;
SurfaceSearch::SurfaceSearch(SurfaceSearch&&) noexcept = default;
SurfaceSearch& SurfaceSearch::operator=(SurfaceSearch&&) noexcept = default;

std::vector<SurfacePoint> SurfaceSearch::closest(gsl::span<const Vec3> points) const {
  std::vector<std::vector<SurfacePoint>> candidates(points.size());
  boxes_->askNear<SurfacePoint>(
      points,
      [&](const Vec3& x, const auto& reply) {
        for (const SurfacePoint& point : faces_->candidates(x)) reply(point);
      },
      [&](std::size_t i, const SurfacePoint& point) { candidates[i].push_back(point); },
      [&](std::size_t i) {
        const SurfacePoint best = chosen(candidates[i]);
        return best.distance + equally_close * best.diameter;
      });
  std::vector<SurfacePoint> result;
  result.reserve(points.size());
  for (const auto& one : candidates) result.push_back(chosen(one));
  return result;
}

}  // namespace tenon::constraint
