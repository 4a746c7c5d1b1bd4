// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "signedDistance.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <variant>

namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

/// Returns (P - n n^T) / length, the derivative of the unit vector n of a vector P x of this
/// length; zero for the length 0.
Mat3 curvatureOf(const Mat3& P, const Vec3& n, double length) {
  if (length == 0.0) return Mat3::Zero();
  return (P - n * n.transpose()) / length;
}

/// Returns the distance |P x| - radius with a projection P.
SignedDistance roundDistance(const Vec3& x, const Mat3& P, double radius) {
  const Vec3 r = P * x;
  const double length = r.norm();
  const Vec3 n = length > 0.0 ? Vec3(r / length) : Vec3::UnitX();
  return {length - radius, n, curvatureOf(P, n, length)};
}

/// Returns the second derivative of the distance from a polyhedron: zero over faces and inside.
Mat3 curvatureAt(const Polytope& p, const ClosestPoint& nearest) {
  constexpr double same = 1e-9;  // relative
  const auto isOver = [&](const Polytope::Face& face) { return (face.normal - nearest.normal).norm() < same; };
  if (nearest.distance <= 0.0 || std::any_of(p.faces.begin(), p.faces.end(), isOver)) return Mat3::Zero();
  Mat3 free = Mat3::Identity();  // directions in which the distance is that from the closest point
  for (const Polytope::Edge& edge : p.edges) {
    const Vec3& from = p.vertices[static_cast<std::size_t>(edge.from)];
    const Vec3 along = p.vertices[static_cast<std::size_t>(edge.to)] - from;
    const double t = along.dot(nearest.point - from) / along.squaredNorm();
    if (t > same && t < 1.0 - same && (nearest.point - from - t * along).norm() < same * along.norm())
      free = Mat3::Identity() - along * along.transpose() / along.squaredNorm();
  }
  return curvatureOf(free, nearest.normal, nearest.distance);
}

struct DistanceOf {
  const Vec3& x;

  SignedDistance operator()(const Sphere& s) const { return roundDistance(x, Mat3::Identity(), s.radius); }
  SignedDistance operator()(const HalfSpace& h) const { return {h.normal.dot(x), h.normal, Mat3::Zero()}; }
  SignedDistance operator()(const Capsule& c) const {
    const double beyond = std::abs(x[2]) - c.half_length;
    if (beyond <= 0.0) return roundDistance(x, Vec3(1, 1, 0).asDiagonal(), c.radius);
    return roundDistance({x[0], x[1], std::copysign(beyond, x[2])}, Mat3::Identity(), c.radius);
  }
  SignedDistance operator()(const Cuboid& b) const {
    const ClosestPoint nearest = closestPointOn(b, x);
    if (nearest.distance <= 0.0) return {nearest.distance, nearest.normal, Mat3::Zero()};
    const Vec3 outside = (x.cwiseAbs().array() > b.half.array()).cast<double>();
    return {nearest.distance, nearest.normal, curvatureOf(outside.asDiagonal(), nearest.normal, nearest.distance)};
  }
  SignedDistance operator()(const Cylinder& c) const {
    const ClosestPoint nearest = closestPointOn(c, x);
    const Vec3& n = nearest.normal;
    const double across = std::hypot(x[0], x[1]);
    const bool is_at_cap = n[0] == 0.0 && n[1] == 0.0;
    if (across == 0.0 || is_at_cap) return {nearest.distance, n, Mat3::Zero()};
    // Along the circumference, the radial component of the normal rotates with the radius.
    const Vec3 around = Vec3(-x[1], x[0], 0.0) / across;
    Mat3 curvature = std::hypot(n[0], n[1]) / across * around * around.transpose();
    if (n[2] != 0.0) {  // closest to an edge
      const Vec3 meridian = around.cross(n);
      curvature += meridian * meridian.transpose() / nearest.distance;
    }
    return {nearest.distance, n, curvature};
  }
  SignedDistance operator()(const Hull& h) const {
    const ClosestPoint nearest = closestPointOn(h, x);
    return {nearest.distance, nearest.normal, curvatureAt(h.polytope, nearest)};
  }
};

}  // namespace

SignedDistance signedDistance(const Shape& shape, const Vec3& x) {
  return std::visit(DistanceOf{x}, shape);
}

}  // namespace tenon::contact
