// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "findContacts.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "solidContacts.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

const double pi = std::acos(-1.0);

/// Appends the contact of two spheres.
void addSpheres(const Vec3& p, double p_radius, const Vec3& q, double q_radius, double reach,
                std::vector<ContactPoint>& points) {
  const double distance = (q - p).norm(), gap = distance - p_radius - q_radius;
  if (gap > reach) return;
  const Vec3 n = distance > 0.0 ? Vec3((q - p) / distance) : Vec3::UnitZ();
  points.push_back({p + (p_radius + 0.5 * gap) * n, n, gap});
}

/// Appends the contact of a sphere with a solid (box, cylinder or hull). If the centre is inside,
/// the normal is the direction of the shortest way out.
template <class Solid>
void addSphereOn(const PlacedShape& placed, const Solid& solid, const Vec3& centre, double radius, double reach,
                 std::vector<ContactPoint>& points) {
  const ClosestPoint nearest = closestPointOn(solid, placed.toBody(centre));
  const double gap = nearest.distance - radius;
  if (gap > reach) return;
  const Vec3 n = placed.rotation * nearest.normal;
  points.push_back({centre - (radius + 0.5 * gap) * n, n, gap});
}

/// Appends the contacts of two capsules, from the closest points of the segments p +- d and q +- e
/// at parameters in [-1, 1].
void addSegments(const Vec3& p, const Vec3& d, double p_radius, const Vec3& q, const Vec3& e, double q_radius,
                 double reach, std::vector<ContactPoint>& points) {
  const double dd = d.dot(d), ee = e.dot(e), de = d.dot(e);
  const Vec3 r = q - p;
  const double determinant = dd * ee - de * de;
  const auto onSecond = [&](double s) { return std::clamp((s * de - e.dot(r)) / ee, -1.0, 1.0); };
  const auto onFirst = [&](double t) { return std::clamp((t * de + d.dot(r)) / dd, -1.0, 1.0); };
  const auto add = [&](double s, double t) { addSpheres(p + s * d, p_radius, q + t * e, q_radius, reach, points); };
  if (determinant > 1e-6 * dd * ee) {
    const double t = onSecond(std::clamp((d.dot(r) * ee - de * e.dot(r)) / determinant, -1.0, 1.0));
    add(onFirst(t), t);
    return;
  }
  // Parallel segments are in contact at the ends of the common part.
  const double low = std::max(-1.0, (d.dot(r) - std::abs(de)) / dd),
               high = std::min(1.0, (d.dot(r) + std::abs(de)) / dd);
  if (low >= high) {
    const double t = onSecond(onFirst(0.0));
    add(onFirst(t), t);
    return;
  }
  add(low, onSecond(low));
  add(high, onSecond(high));
}

/// Appends the contacts of a capsule with a solid, at the ends of the part of its segment that is
/// closest and at its own ends. The squared distance is convex along the segment x + t d, so that
/// bisection finds a given slope.
template <class Solid>
void addCapsuleOn(const PlacedShape& placed, const Solid& solid, const PlacedShape& capsule, const Capsule& shape,
                  double reach, std::vector<ContactPoint>& points) {
  const Vec3 x = placed.toBody(capsule.centre);
  const Vec3 d = placed.rotation.transpose() * (shape.half_length * capsule.rotation.col(2));
  const auto slopeAt = [&](double t) {
    const ClosestPoint nearest = closestPointOn(solid, x + t * d);
    return nearest.distance > 0.0 ? nearest.distance * d.dot(nearest.normal) : 0.0;
  };
  const double flat = 1e-12 * d.norm() * (reachOf(*placed.shape) + d.norm() + shape.radius);
  const auto whereSlopeExceeds = [&](double slope) {
    double low = -1.0, high = 1.0;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (slopeAt(middle) > slope ? high : low) = middle;
    }
    return 0.5 * (low + high);
  };
  std::array<double, 4> places{-1.0, whereSlopeExceeds(-flat), whereSlopeExceeds(flat), 1.0};
  constexpr double same = 1e-6;  // relative to half of the segment
  for (std::size_t i = 0; i < places.size(); ++i)
    if (i == 0 || places[i] - places[i - 1] > same)
      addSphereOn(placed, solid, placed.toSpace(x + places[i] * d), shape.radius, reach, points);
}

/// Contacts of a half-space with any other shape: the points of the shape that are lowest or may
/// become lowest.
struct OnPlane {
  const Vec3 n, p;  ///< outward normal; point of the plane
  const PlacedShape& placed;
  double reach;
  std::vector<ContactPoint>& points;

  void add(const Vec3& x, double radius) const {
    const double gap = n.dot(x - p) - radius;
    if (gap <= reach) points.push_back({x - (radius + 0.5 * gap) * n, n, gap});
  }
  void operator()(const Sphere& s) const { add(placed.centre, s.radius); }
  void operator()(const Cuboid& b) const {
    for (const Vec3& vertex : b.polytope.vertices) add(placed.toSpace(vertex), 0.0);
  }
  void operator()(const Capsule& c) const {
    for (const double sign : {-1.0, 1.0}) add(placed.toSpace(Vec3(0, 0, sign * c.half_length)), c.radius);
  }
  // Uses points on the rim of the lower end face, beginning with its lowest point, and the lowest
  // generator.
  void operator()(const Cylinder& c) const {
    constexpr double upright = 1e-6;  // tilt below which no point of the rim is lower than the others
    constexpr int corners = 8;
    const Vec3 up = placed.rotation.transpose() * n;
    const double lowest = std::hypot(up[0], up[1]) > upright ? std::atan2(-up[1], -up[0]) : 0.0;
    const double low = -std::copysign(c.half_length, up[2]);
    for (int k = 0; k < corners; ++k) {
      const double angle = lowest + 2.0 * pi / corners * k;
      const auto rim = [&](double z) { return Vec3(c.radius * std::cos(angle), c.radius * std::sin(angle), z); };
      add(placed.toSpace(rim(low)), 0.0);
      if (k == 0) add(placed.toSpace(rim(-low)), 0.0);
    }
  }
  void operator()(const Hull& h) const {
    for (const Vec3& vertex : h.polytope.vertices) add(placed.toSpace(vertex), 0.0);
  }
  void operator()(const HalfSpace&) const {}
};

/// Contacts of a solid with a sphere or a capsule. Returns false for any other shape.
struct OnSolid {
  const PlacedShape &a, &b;
  double reach;
  std::vector<ContactPoint>& points;

  template <class Solid>
  bool operator()(const Solid& solid) const {
    if constexpr (std::is_same_v<Solid, Cuboid> || std::is_same_v<Solid, Cylinder> || std::is_same_v<Solid, Hull>) {
      if (const auto* sphere = std::get_if<Sphere>(b.shape)) {
        addSphereOn(a, solid, b.centre, sphere->radius, reach, points);
        return true;
      }
      if (const auto* capsule = std::get_if<Capsule>(b.shape)) {
        addCapsuleOn(a, solid, b, *capsule, reach, points);
        return true;
      }
    }
    return false;
  }
};

/// Appends the contacts of a pair with a closed form, in this order of the bodies. Returns false
/// for other pairs.
bool findSimple(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ContactPoint>& points) {
  if (const auto* plane = std::get_if<HalfSpace>(a.shape)) {
    std::visit(OnPlane{a.rotation * plane->normal, a.centre, b, reach, points}, *b.shape);
    return true;
  }
  const auto *sphere = std::get_if<Sphere>(a.shape), *other = std::get_if<Sphere>(b.shape);
  const auto *capsule = std::get_if<Capsule>(a.shape), *second = std::get_if<Capsule>(b.shape);
  if (sphere && other) {
    addSpheres(a.centre, sphere->radius, b.centre, other->radius, reach, points);
  } else if (capsule && other) {
    const Vec3 axis = a.rotation.col(2);
    const double along = std::clamp(axis.dot(b.centre - a.centre), -capsule->half_length, capsule->half_length);
    addSpheres(a.centre + along * axis, capsule->radius, b.centre, other->radius, reach, points);
  } else if (capsule && second) {
    addSegments(a.centre, capsule->half_length * a.rotation.col(2), capsule->radius, b.centre,
                second->half_length * b.rotation.col(2), second->radius, reach, points);
  } else {
    return std::visit(OnSolid{a, b, reach, points}, *a.shape);
  }
  return true;
}

}  // namespace

void findContacts(const PlacedShape& first, const PlacedShape& second, double reach,
                  std::vector<ContactPoint>& points) {
  if (findSimple(first, second, reach, points)) return;
  const std::size_t before = points.size();
  if (findSimple(second, first, reach, points)) {
    for (std::size_t i = before; i < points.size(); ++i) points[i].normal *= -1.0;
    return;
  }
  if (std::holds_alternative<Cylinder>(*first.shape) && !std::holds_alternative<Cylinder>(*second.shape)) {
    findSolidContacts(second, first, reach, points);
    for (std::size_t i = before; i < points.size(); ++i) points[i].normal *= -1.0;
  } else {
    findSolidContacts(first, second, reach, points);
  }
}

}  // namespace tenon::contact
