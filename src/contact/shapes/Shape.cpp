// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/contact/shapes/Shape.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "fem/search/Box.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;
using fem::Box;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct BoxAround {
  const PlacedShape& placed;

  Box around(const Vec3& half) const { return {placed.centre - half, placed.centre + half}; }
  Box operator()(const Sphere& s) const { return around(Vec3::Constant(s.radius)); }
  Box operator()(const Cuboid& b) const { return around(placed.rotation.cwiseAbs() * b.half); }
  Box operator()(const Capsule& c) const {
    return around((c.half_length * placed.rotation.col(2)).cwiseAbs() + Vec3::Constant(c.radius));
  }
  Box operator()(const Cylinder& c) const {
    const Vec3 axis = placed.rotation.col(2).cwiseAbs();
    return around(c.half_length * axis + c.radius * (1.0 - axis.array().square()).max(0.0).sqrt().matrix());
  }
  Box operator()(const Hull& h) const {
    Box box;
    for (const Vec3& vertex : h.polytope.vertices) box.include(placed.toSpace(vertex));
    return box;
  }
  Box operator()(const HalfSpace&) const { return {Vec3::Constant(-infinity), Vec3::Constant(infinity)}; }
};

struct ReachOf {
  double operator()(const Sphere& s) const { return s.radius; }
  double operator()(const Cuboid& b) const { return b.half.norm(); }
  double operator()(const Capsule& c) const { return c.half_length + c.radius; }
  double operator()(const Cylinder& c) const { return std::hypot(c.half_length, c.radius); }
  double operator()(const Hull& h) const {
    double most = 0.0;
    for (const Vec3& vertex : h.polytope.vertices) most = std::max(most, vertex.norm());
    return most;
  }
  double operator()(const HalfSpace&) const { return infinity; }
};

}  // namespace

Vec3 PlacedShape::toSpace(const Vec3& x) const {
  return centre + rotation * x;
}

Vec3 PlacedShape::toBody(const Vec3& x) const {
  return rotation.transpose() * (x - centre);
}

ClosestPoint closestPointOn(const Cuboid& block, const Vec3& x) {
  const Vec3& half = block.half;
  const Vec3 point = x.cwiseMax(-half).cwiseMin(half);
  if (const double distance = (x - point).norm(); distance > 0.0) return {point, (x - point) / distance, distance};
  int axis = 0;
  (half - x.cwiseAbs()).minCoeff(&axis);
  const Vec3 n = (x[axis] < 0.0 ? -1.0 : 1.0) * Vec3::Unit(axis);
  const double distance = std::abs(x[axis]) - half[axis];
  return {x - distance * n, n, distance};
}

// The signs of both distances determine whether x is inside: the rounded projection of x on itself
// does not.
ClosestPoint closestPointOn(const Cylinder& c, const Vec3& x) {
  const double across = std::hypot(x[0], x[1]);
  const Vec3 radial = across > 0.0 ? Vec3(x[0] / across, x[1] / across, 0.0) : Vec3::UnitX();
  const Vec3 axial = std::copysign(1.0, x[2]) * Vec3::UnitZ();
  const double to_side = across - c.radius, to_cap = std::abs(x[2]) - c.half_length;
  if (to_side > 0.0 || to_cap > 0.0) {
    const Vec3 gap = std::max(to_side, 0.0) * radial + std::max(to_cap, 0.0) * axial;
    const double distance = gap.norm();
    return {x - gap, gap / distance, distance};
  }
  const Vec3 n = to_side > to_cap ? radial : axial;
  const double distance = std::max(to_side, to_cap);
  return {x - distance * n, n, distance};
}

// The heights over the faces determine the normal where the difference of x and the closest point
// is round-off: over a face, and for points on the surface.
ClosestPoint closestPointOn(const Hull& hull, const Vec3& x) {
  const Polytope& p = hull.polytope;
  const auto at = [&](int v) -> const Vec3& { return p.vertices[static_cast<std::size_t>(v)]; };
  const double round_off = 1e-14 * (x.norm() + p.vertices.front().norm());
  ClosestPoint inside{x, Vec3::UnitZ(), -infinity}, outside{x, Vec3::UnitZ(), infinity};
  for (const Polytope::Face& face : p.faces) {
    const double height = face.normal.dot(x - at(face.vertices[0]));
    const ClosestPoint over{x - height * face.normal, face.normal, height};
    if (height > inside.distance) inside = over;
    if (height <= 0.0 || height >= outside.distance) continue;
    bool is_over = true;
    for (std::size_t i = 0; i < face.vertices.size(); ++i) {
      const Vec3 &from = at(face.vertices[i]), edge = at(face.vertices[(i + 1) % face.vertices.size()]) - from;
      if (edge.cross(face.normal).dot(x - from) <= 0.0) continue;
      is_over = false;
      const Vec3 point = from + std::clamp(edge.dot(x - from) / edge.squaredNorm(), 0.0, 1.0) * edge;
      if (const double distance = (x - point).norm(); distance < outside.distance)
        outside = {point, (x - point) / distance, distance};
    }
    if (is_over) outside = over;
  }
  return inside.distance <= round_off ? inside : outside;
}

Box boundingBox(const PlacedShape& placed) {
  return std::visit(BoxAround{placed}, *placed.shape);
}

double reachOf(const Shape& shape) {
  return std::visit(ReachOf{}, shape);
}

bool isUnbounded(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}

}  // namespace tenon::contact
