// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceSearch.hpp"

#include <algorithm>
#include <limits>

#include "fem/search/boxTree.hpp"
#include "fem/shapes.hpp"
#include "surfaceFaces.hpp"

namespace tenon::surface {
namespace {

using base::Vec3;

constexpr double infinity = std::numeric_limits<double>::infinity();

bool isBetter(const SurfacePoint& a, const SurfacePoint& b) {
  return a.element_tag < b.element_tag || (a.element_tag == b.element_tag && a.distance < b.distance);
}

/// Returns the point with the lowest tag among the candidates that are as close as the closest one.
SurfacePoint chosen(const std::vector<SurfacePoint>& candidates) {
  SurfacePoint best;
  best.distance = infinity;
  for (const auto& one : candidates) best.distance = std::min(best.distance, one.distance);
  const double closest = best.distance;
  for (const auto& one : candidates)
    if (one.distance <= closest + one.round_off && (best.element_tag < 0 || isBetter(one, best))) best = one;
  return best;
}

}  // namespace

Face SurfacePoint::face() const {
  Face face{type, {}};
  for (std::size_t a = 0; a < static_cast<std::size_t>(num_nodes); ++a)
    face.nodes[a] = Eigen::Map<const Vec3>(&positions[3 * a]);
  return face;
}

struct SurfaceSearch::Faces {
  std::vector<SurfaceFace> list;
  fem::BoxTree tree;
  double largest_round_off = 0.0;
  fem::Box box;

  explicit Faces(std::vector<SurfaceFace> faces);
  std::vector<SurfacePoint> candidates(const Vec3& x) const;
};

SurfaceSearch::Faces::Faces(std::vector<SurfaceFace> faces) : list(std::move(faces)) {
  std::vector<fem::BoxTree::value_type> leaves;
  for (const auto& one : list) {
    leaves.emplace_back(fem::treeBox(one.box), static_cast<int>(leaves.size()));
    largest_round_off = std::max(largest_round_off, one.round_off);
    box.include(one.box);
  }
  tree = fem::BoxTree(leaves);  // packing of all leaves at once
}

/// Returns the points of all faces of this rank that are as close as the closest one.
std::vector<SurfacePoint> SurfaceSearch::Faces::candidates(const Vec3& x) const {
  std::vector<SurfacePoint> found;
  double best = infinity;
  for (auto leaf = tree.qbegin(boost::geometry::index::nearest(fem::treePoint(x), static_cast<unsigned>(tree.size())));
       leaf != tree.qend(); ++leaf) {
    const SurfaceFace& one = list[static_cast<std::size_t>(leaf->second)];
    if (one.box.distanceTo(x) > best + largest_round_off) break;
    const FacePoint there = closestPoint(one.face, x);
    if (there.distance > best + largest_round_off) continue;
    best = std::min(best, there.distance);
    SurfacePoint point;
    point.distance = there.distance;
    point.diameter = one.diameter;
    point.round_off = one.round_off;
    point.element_tag = one.tag;
    point.num_nodes = fem::numNodes(one.face.type);
    point.nodes = one.nodes;
    fem::shapeFunctions(one.face.type, there.xi.data(), point.weights.data());
    point.type = one.face.type;
    point.xi = there.xi;
    for (std::size_t a = 0; a < static_cast<std::size_t>(point.num_nodes); ++a)
      Eigen::Map<Vec3>(&point.positions[3 * a]) = one.face.nodes[a];
    found.push_back(point);
  }
  const auto farther = [&](const SurfacePoint& p) { return p.distance > best + p.round_off; };
  found.erase(std::remove_if(found.begin(), found.end(), farther), found.end());
  return found;
}

SurfaceSearch::SurfaceSearch(const mesh::Mesh& mesh, const mesh::Group& group)
    : faces_(std::make_unique<Faces>(ownedFaces(mesh, group))), boxes_(mesh.comm(), faces_->box) {}

SurfaceSearch::~SurfaceSearch() = default;
SurfaceSearch::SurfaceSearch(SurfaceSearch&&) noexcept = default;
SurfaceSearch& SurfaceSearch::operator=(SurfaceSearch&&) noexcept = default;

std::vector<SurfacePoint> SurfaceSearch::closest(gsl::span<const Vec3> points) const {
  std::vector<std::vector<SurfacePoint>> candidates(points.size());
  boxes_.queryNear<SurfacePoint>(
      points,
      [&](const Vec3& x, const auto& reply) {
        for (const SurfacePoint& point : faces_->candidates(x)) reply(point);
      },
      [&](std::size_t i, const SurfacePoint& point) { candidates[i].push_back(point); },
      [&](std::size_t i) {
        const SurfacePoint best = chosen(candidates[i]);
        return best.distance + best.round_off;
      });
  std::vector<SurfacePoint> result;
  result.reserve(points.size());
  for (const auto& one : candidates) result.push_back(chosen(one));
  return result;
}

}  // namespace tenon::surface
