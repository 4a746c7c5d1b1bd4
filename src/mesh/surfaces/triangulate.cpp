// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "triangulate.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

namespace tenon::mesh {
namespace {

using base::Vec3;
using Point = std::array<double, 2>;

double cross(const Point& a, const Point& b, const Point& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/// Returns the vertices in the plane of the polygon's mean normal (Newell), in which the polygon is
/// counter-clockwise.
std::vector<Point> project(const std::vector<Vec3>& vertices, const std::vector<std::int32_t>& polygon) {
  const Vec3& origin = vertices[static_cast<std::size_t>(polygon.front())];
  const auto at = [&](std::size_t i) { return Vec3(vertices[static_cast<std::size_t>(polygon[i])] - origin); };
  Vec3 normal = Vec3::Zero();
  for (std::size_t i = 0; i < polygon.size(); ++i) normal += at(i).cross(at((i + 1) % polygon.size()));
  int axis = 0;
  normal.cwiseAbs().maxCoeff(&axis);
  std::vector<Point> points(polygon.size());
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 x = at(i);
    points[i] = normal[axis] >= 0 ? Point{x[first], x[second]} : Point{x[second], x[first]};
  }
  return points;
}

/// Ear clipping of a polygon. An ear is a convex corner whose triangle contains no other vertex.
class EarClipper {
 public:
  explicit EarClipper(const std::vector<Point>& points)
      : points_(points), previous_(points.size()), next_(points.size()), is_ear_(points.size()) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      next_[i] = (i + 1) % points.size();
      previous_[next_[i]] = i;
    }
    for (std::size_t i = 0; i < points.size(); ++i)
      if (!isConvex(i)) reflex_.push_back(i);
  }

  bool isConvexPolygon() const { return reflex_.empty(); }

  /// Calls add(a, b, c) with the corners of each triangle.
  template <class Add>
  void clip(Add&& add) {
    for (std::size_t i = 0; i < points_.size(); ++i) is_ear_[i] = isEar(i);
    std::size_t at = 0, idle = 0;
    for (std::size_t left = points_.size(); left > 3;) {
      if (is_ear_[at] == 0 && idle < left) {
        at = next_[at];
        ++idle;
        continue;
      }
      // A self-intersecting polygon may have no ear: any corner is then clipped.
      add(previous_[at], at, next_[at]);
      const std::size_t before = previous_[at], after = next_[at];
      next_[before] = after;
      previous_[after] = before;
      is_ear_[at] = 2;  // marks a removed vertex
      std::size_t kept = 0;
      for (const std::size_t corner : reflex_)
        if (corner != at && !((corner == before || corner == after) && isConvex(corner))) reflex_[kept++] = corner;
      reflex_.resize(kept);
      is_ear_[before] = isEar(before);
      is_ear_[after] = isEar(after);
      at = after;
      idle = 0;
      --left;
    }
    while (is_ear_[at] == 2) at = next_[at];
    add(previous_[at], at, next_[at]);
  }

 private:
  bool isConvex(std::size_t i) const { return cross(points_[previous_[i]], points_[i], points_[next_[i]]) >= 0; }
  char isEar(std::size_t i) const {
    const Point &a = points_[previous_[i]], &b = points_[i], &c = points_[next_[i]];
    if (!(cross(a, b, c) > 0)) return 0;
    for (const std::size_t other : reflex_) {
      if (other == previous_[i] || other == i || other == next_[i]) continue;
      const Point& x = points_[other];
      if (x == a || x == b || x == c) continue;  // a hole joined by a bridge repeats vertices
      if (cross(a, b, x) >= 0 && cross(b, c, x) >= 0 && cross(c, a, x) >= 0) return 0;
    }
    return 1;
  }

  const std::vector<Point>& points_;
  std::vector<std::size_t> previous_, next_, reflex_;
  std::vector<char> is_ear_;
};

/// Returns true if the polygon winds once around any interior point: all corners turn in the same
/// direction, by 2 pi in total.
bool windsOnce(const std::vector<Point>& points) {
  std::size_t changes = 0;  // changes of direction along the first axis: two for a convex polygon
  double last = 0;
  for (std::size_t i = 0; i <= points.size(); ++i) {
    const double step = points[(i + 1) % points.size()][0] - points[i % points.size()][0];
    if (step == 0) continue;
    changes += last * step < 0 ? 1 : 0;
    last = step > 0 ? 1 : -1;
  }
  return changes <= 2;
}

}  // namespace

bool triangulate(const std::vector<Vec3>& vertices, const std::vector<std::int32_t>& polygon,
                 std::vector<std::int32_t>& triangles) {
  const std::vector<Point> points = project(vertices, polygon);
  EarClipper clipper(points);
  const auto add = [&](std::size_t a, std::size_t b, std::size_t c) {
    for (const std::size_t corner : {a, b, c}) triangles.push_back(polygon[corner]);
  };
  if (clipper.isConvexPolygon() && windsOnce(points)) {
    for (std::size_t i = 2; i < polygon.size(); ++i) add(0, i - 1, i);
    return true;
  }
  if (polygon.size() > most_vertices_of_concave_polygon) return false;
  clipper.clip(add);
  return true;
}

}  // namespace tenon::mesh
