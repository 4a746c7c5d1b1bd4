// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "overlap.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "NormalLines.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::surface {
namespace {

using base::Vec2;
using base::Vec3;
using mesh::CellType;

constexpr double least_cosine = 0.5;   // cosine of the largest angle between facets that overlap
constexpr double least_share = 1e-12;  // relative to the area of a facet; smaller areas are round-off

using Corners = std::vector<Vec2>;  // corners of a facet in reference coordinates, in order along its boundary

/// Polygon in a plane, counter-clockwise. The intersection of two facets with four corners has at
/// most eight corners; two more cuts increase the number to ten.
class Polygon {
 public:
  void add(const Vec2& corner) { corners_[size_++] = corner; }
  void reverse() { std::reverse(corners_.begin(), corners_.begin() + static_cast<std::ptrdiff_t>(size_)); }
  std::size_t size() const { return size_; }
  const Vec2& operator[](std::size_t k) const { return corners_[k]; }
  const Vec2& after(std::size_t k) const { return corners_[k + 1 < size_ ? k + 1 : 0]; }

 private:
  std::array<Vec2, 12> corners_;
  std::size_t size_ = 0;
};

/// Returns the facets of a face, which are convex and have straight edges between nodes.
const std::vector<Corners>& facetsOf(CellType type) {
  static const std::vector<Corners> line2{{{-1, 0}, {1, 0}}}, line3{{{-1, 0}, {0, 0}}, {{0, 0}, {1, 0}}};
  static const std::vector<Corners> tri3{{{0, 0}, {1, 0}, {0, 1}}}, tri6{{{0, 0}, {.5, 0}, {0, .5}},
                                                                         {{.5, 0}, {1, 0}, {.5, .5}},
                                                                         {{0, .5}, {.5, .5}, {0, 1}},
                                                                         {{.5, 0}, {.5, .5}, {0, .5}}};
  static const std::vector<Corners> quad4{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
      quad9{{{-1, -1}, {0, -1}, {0, 0}, {-1, 0}},
            {{0, -1}, {1, -1}, {1, 0}, {0, 0}},
            {{0, 0}, {1, 0}, {1, 1}, {0, 1}},
            {{-1, 0}, {0, 0}, {0, 1}, {-1, 1}}};
  switch (type) {
    case CellType::line2:
      return line2;
    case CellType::line3:
      return line3;
    case CellType::tri3:
      return tri3;
    case CellType::tri6:
      return tri6;
    case CellType::quad4:
      return quad4;
    default:
      return quad9;
  }
}

/// Facet in global coordinates.
struct Facet {
  std::array<Vec3, 4> corners;
  std::size_t size = 0;
  Vec2 middle_xi = Vec2::Zero();
  Vec3 middle = Vec3::Zero();
  Vec3 area = Vec3::Zero();  // normal with the length of the area; edge vector rotated in the plane for an edge

  Facet(const Face& face, const Corners& reference) {
    const auto count = static_cast<double>(reference.size());
    for (const Vec2& xi : reference) {
      corners[size] = face.at(xi);
      middle_xi += xi / count;
      middle += corners[size++] / count;
    }
    if (size == 2) {
      const Vec3 along = corners[1] - corners[0];
      area = {along[1], -along[0], 0.0};
      return;
    }
    for (std::size_t k = 0; k < size; ++k) area += 0.5 * (corners[k] - middle).cross(corners[(k + 1) % size] - middle);
  }
  Vec3 normal() const { return area.normalized(); }
};

/// Coordinates in the plane, or along the line, through the centre of a facet.
struct Plane {
  Vec3 origin, normal, first, second;

  explicit Plane(const Facet& facet) : origin(facet.middle), normal(facet.normal()) {
    const Vec3 edge = facet.corners[1] - facet.corners[0];
    first = (edge - edge.dot(normal) * normal).normalized();
    second = normal.cross(first);
  }
  Vec2 project(const Vec3& x) const { return {first.dot(x - origin), second.dot(x - origin)}; }
  Vec3 at(const Vec2& p) const { return origin + p[0] * first + p[1] * second; }
};

double cross(const Vec2& a, const Vec2& b) {
  return a[0] * b[1] - a[1] * b[0];
}

double areaOf(const Polygon& polygon) {
  double twice = 0.0;
  for (std::size_t k = 0; k < polygon.size(); ++k) twice += cross(polygon[k], polygon.after(k));
  return 0.5 * twice;
}

Polygon projected(const Facet& facet, const Plane& plane) {
  Polygon polygon;
  for (std::size_t k = 0; k < facet.size; ++k) polygon.add(plane.project(facet.corners[k]));
  if (areaOf(polygon) < 0.0) polygon.reverse();
  return polygon;
}

/// Returns the part of a convex polygon in which a linear function is not negative.
/// @see Sutherland and Hodgman, CACM 17 (1974), 32-42
template <class Function>
Polygon positivePart(const Polygon& polygon, const Function& function) {
  Polygon part;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec2 &p = polygon[k], &q = polygon.after(k);
    const double at_p = function(p), at_q = function(q);
    if (at_p >= 0.0) part.add(p);
    if ((at_p > 0.0 && at_q < 0.0) || (at_p < 0.0 && at_q > 0.0)) part.add(p + at_p / (at_p - at_q) * (q - p));
  }
  return part;
}

Polygon clipped(Polygon polygon, const Polygon& by) {
  for (std::size_t k = 0; k < by.size() && polygon.size() > 0; ++k) {
    const Vec2 &a = by[k], &b = by.after(k);
    polygon = positivePart(polygon, [&](const Vec2& p) { return cross(b - a, p - a); });
  }
  return polygon;
}

/// Distance from the plane of one facet to that of another along the normal of the former; a linear
/// function in the plane.
class Distance {
 public:
  Distance(const Plane& plane, const Facet& facet)
      : plane_(plane), middle_(facet.middle), normal_(facet.normal() / plane.normal.dot(facet.normal())) {}
  double operator()(const Vec2& p) const { return normal_.dot(middle_ - plane_.at(p)); }

 private:
  const Plane& plane_;
  Vec3 middle_, normal_;
};

Polygon within(double reach, Polygon polygon, const Distance& distance) {
  if (std::isinf(reach)) return polygon;
  for (const double sign : {1.0, -1.0})
    polygon = positivePart(polygon, [&](const Vec2& p) { return reach - sign * distance(p); });
  return polygon;
}

/// Quadrature point in the plane.
struct PlanePoint {
  Vec2 place;
  double weight;
};

/// Returns a quadrature rule from a cache, because rules are needed repeatedly.
const fem::QuadratureRule& ruleOf(CellType type, int degree) {
  thread_local std::map<std::pair<CellType, int>, fem::QuadratureRule> rules;
  auto& rule = rules[{type, degree}];
  if (rule.weights.empty()) rule = fem::quadrature(type, degree);
  return rule;
}

/// Returns quadrature points over the triangles that connect the first corner of the polygon with
/// its edges.
std::vector<PlanePoint> quadratureOver(const Polygon& polygon, int degree) {
  const fem::QuadratureRule& rule = ruleOf(CellType::tri3, degree);
  std::vector<PlanePoint> points;
  points.reserve((polygon.size() - 2) * rule.weights.size());
  for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
    const Vec2 a = polygon[k] - polygon[0], b = polygon[k + 1] - polygon[0];
    for (std::size_t q = 0; q < rule.weights.size(); ++q)
      points.push_back({polygon[0] + rule.points[q][0] * a + rule.points[q][1] * b, rule.weights[q] * cross(a, b)});
  }
  return points;
}

std::vector<PlanePoint> overInterval(double low, double high, int degree) {
  const fem::QuadratureRule& rule = ruleOf(CellType::line2, degree);
  const double half = 0.5 * (high - low), middle = 0.5 * (high + low);
  std::vector<PlanePoint> points;
  for (std::size_t q = 0; q < rule.weights.size(); ++q)
    points.push_back({{middle + half * rule.points[q][0], 0.0}, half * rule.weights[q]});
  return points;
}

/// Reduces the interval [low, high] on a line to the part in which the distance is within `reach`.
void shorten(double& low, double& high, double reach, const Distance& distance) {
  const double at_low = distance({low, 0.0}), at_high = distance({high, 0.0}),
               slope = (at_high - at_low) / (high - low);
  if (std::max(std::abs(at_low), std::abs(at_high)) <= reach || !(high > low)) return;
  if (slope == 0.0) return void(high = low);
  const auto [first, last] = std::minmax({(-reach - at_low) / slope, (reach - at_low) / slope});
  const double begin = low;
  low = std::max(low, begin + first), high = std::min(high, begin + last);
}

std::vector<PlanePoint> sharedPart(const Facet& slave, const Facet& master, const Plane& plane, int degree,
                                   double reach) {
  const Distance distance(plane, master);
  if (slave.size == 2) {
    double low = plane.project(slave.corners[0])[0], high = plane.project(slave.corners[1])[0];
    const double least = least_share * (high - low);
    const double a = plane.project(master.corners[0])[0], b = plane.project(master.corners[1])[0];
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
    shorten(low, high, reach, distance);
    return high - low > least ? overInterval(low, high, degree) : std::vector<PlanePoint>{};
  }
  const Polygon polygon = within(reach, clipped(projected(master, plane), projected(slave, plane)), distance);
  const bool is_there = polygon.size() > 2 && areaOf(polygon) > least_share * slave.area.norm();
  return is_there ? quadratureOver(polygon, degree) : std::vector<PlanePoint>{};
}

Overlap overlapNearOrigin(const Face& slave, const Face& master, int degree, double reach) {
  Overlap found;
  for (const Corners& slave_corners : facetsOf(slave.type)) {
    const Facet of_slave(slave, slave_corners);
    const Plane plane(of_slave);
    for (const Corners& master_corners : facetsOf(master.type)) {
      const Facet of_master(master, master_corners);
      if (std::abs(plane.normal.dot(of_master.normal())) < least_cosine) continue;
      const auto shared = sharedPart(of_slave, of_master, plane, degree, reach);
      if (shared.empty()) continue;
      const NormalLines to_slave(slave, of_slave.middle_xi, plane.normal);
      const NormalLines to_master(master, of_master.middle_xi, plane.normal);
      found.points.reserve(found.points.size() + shared.size());
      for (const PlanePoint& point : shared) {
        const Vec3 x = plane.at(point.place);
        const auto s = to_slave.intersect(x), m = to_master.intersect(x);
        if (s && m)
          found.points.push_back({{s->xi[0], s->xi[1]}, {m->xi[0], m->xi[1]}, point.weight, m->gap - s->gap});
        else
          found.lost_area += point.weight;
      }
    }
  }
  return found;
}

}  // namespace

Overlap overlap(const Face& slave, const Face& master, int degree, double reach) {
  const Vec3 origin = slave.nodes[0];
  return overlapNearOrigin(slave.relativeTo(origin), master.relativeTo(origin), degree, reach);
}

double areaOfFacets(const Face& face) {
  double area = 0.0;
  const Face near_origin = face.relativeTo(face.nodes[0]);
  for (const Corners& corners : facetsOf(face.type)) area += Facet(near_origin, corners).area.norm();
  return area;
}

}  // namespace tenon::surface
