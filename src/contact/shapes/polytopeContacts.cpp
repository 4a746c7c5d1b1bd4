// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "polytopeContacts.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <utility>

namespace tenon::contact {
namespace {

using base::Vec3;

constexpr double nearly_parallel = 1e-4;  // sine of the angle below which two edges define no direction
// Relative to the size of the bodies: advantage that an edge direction needs over a face.
constexpr double preferred = 1e-4;

double lowest(const Polytope& body, const Vec3& n) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& x : body.vertices) least = std::min(least, n.dot(x));
  return least;
}

void separateByFaces(const Polytope& of, const Polytope& other, Separation::Of which, Separation& best) {
  const bool is_first = which == Separation::Of::first_face;
  for (std::size_t f = 0; f < of.faces.size(); ++f) {
    const Vec3& n = of.faces[f].normal;
    const double distance = lowest(other, n) - n.dot(of.vertices[static_cast<std::size_t>(of.faces[f].vertices[0])]);
    if (distance > best.distance)
      best = {distance, is_first ? n : Vec3(-n), which, static_cast<int>(f), static_cast<int>(f)};
  }
}

Vec3 normalOf(const Polytope& body, int face) {
  return body.faces[static_cast<std::size_t>(face)].normal;
}

/// Returns true if two edges form a face of the Minkowski difference of the bodies. Only such pairs
/// can have the largest separation. The arcs between the normals of the adjacent faces then cross
/// on the unit sphere.
/// @see Gregorius, The separating axis test between convex polyhedra, Game Developers Conference
///   2013
bool arcsCross(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 ba = b.cross(a), dc = d.cross(c);
  const double c_ba = c.dot(ba), d_ba = d.dot(ba), a_dc = a.dot(dc), b_dc = b.dot(dc);
  return c_ba * d_ba < 0.0 && a_dc * b_dc < 0.0 && c_ba * b_dc > 0.0;
}

void separateByEdges(const Polytope& a, const Polytope& b, double advantage, Separation& best) {
  for (std::size_t i = 0; i < a.edges.size(); ++i)
    for (std::size_t j = 0; j < b.edges.size(); ++j) {
      const Polytope::Edge &of_a = a.edges[i], &of_b = b.edges[j];
      const Vec3 left = normalOf(a, of_a.left), right = normalOf(a, of_a.right);
      if (!arcsCross(left, right, -normalOf(b, of_b.left), -normalOf(b, of_b.right))) continue;
      const auto at = [](const Polytope& body, int v) -> const Vec3& {
        return body.vertices[static_cast<std::size_t>(v)];
      };
      const Vec3 d = at(a, of_a.to) - at(a, of_a.from), e = at(b, of_b.to) - at(b, of_b.from);
      Vec3 n = d.cross(e);
      const double product = n.norm();
      if (product < nearly_parallel * d.norm() * e.norm()) continue;
      n *= (n.dot(left + right) < 0.0 ? -1.0 : 1.0) / product;
      const double distance = n.dot(at(b, of_b.from) - at(a, of_a.from));
      if (distance <= best.distance + advantage) continue;
      advantage = 0.0;
      best = {distance, n, Separation::Of::edges, static_cast<int>(i), static_cast<int>(j)};
    }
}

std::pair<Vec3, Vec3> endsOf(const Polytope& body, int edge) {
  const auto& of = body.edges[static_cast<std::size_t>(edge)];
  return {body.vertices[static_cast<std::size_t>(of.from)], body.vertices[static_cast<std::size_t>(of.to)]};
}

ContactPoint betweenEdges(const Polytope& a, const Polytope& b, const Separation& s) {
  const auto [p, p_end] = endsOf(a, s.first);
  const auto [q, q_end] = endsOf(b, s.second);
  const Vec3 d = p_end - p, e = q_end - q, r = p - q;
  const double dd = d.dot(d), ee = e.dot(e), de = d.dot(e);
  const double of_first = std::clamp((de * e.dot(r) - ee * d.dot(r)) / (dd * ee - de * de), 0.0, 1.0);
  const double of_second = std::clamp((e.dot(r) + of_first * de) / ee, 0.0, 1.0);
  return {0.5 * (p + of_first * d + q + of_second * e), s.normal, s.distance};
}

/// Returns the part of the polygon below the plane n . (x - p) = 0.
std::vector<Vec3> cut(const std::vector<Vec3>& polygon, const Vec3& n, const Vec3& p) {
  std::vector<Vec3> left;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &x = polygon[i], &y = polygon[(i + 1) % polygon.size()];
    const double at_x = n.dot(x - p), at_y = n.dot(y - p);
    if (at_x <= 0.0) left.push_back(x);
    if ((at_x < 0.0 && at_y > 0.0) || (at_x > 0.0 && at_y < 0.0)) left.push_back(x + at_x / (at_x - at_y) * (y - x));
  }
  return left;
}

/// Returns the face of `body` whose normal is most opposed to n.
std::vector<Vec3> faceAgainst(const Polytope& body, const Vec3& n) {
  const auto face = std::min_element(body.faces.begin(), body.faces.end(),
                                     [&](const auto& x, const auto& y) { return x.normal.dot(n) < y.normal.dot(n); });
  std::vector<Vec3> polygon;
  for (const int v : face->vertices) polygon.push_back(body.vertices[static_cast<std::size_t>(v)]);
  return polygon;
}

void onFace(const Polytope& of, int face_number, const Polytope& other, const Vec3& normal, double reach,
            std::vector<ContactPoint>& points) {
  const auto& face = of.faces[static_cast<std::size_t>(face_number)];
  std::vector<Vec3> polygon = faceAgainst(other, face.normal);
  const auto at = [&](std::size_t i) -> const Vec3& {
    return of.vertices[static_cast<std::size_t>(face.vertices[i % face.vertices.size()])];
  };
  for (std::size_t i = 0; i < face.vertices.size() && !polygon.empty(); ++i)
    polygon = cut(polygon, (at(i + 1) - at(i)).cross(face.normal), at(i));
  for (const Vec3& x : polygon)
    if (const double gap = face.normal.dot(x - at(0)); gap <= reach)
      points.push_back({x - 0.5 * gap * face.normal, normal, gap});
}

double spanOf(const Polytope& body) {
  return (body.vertices.front() - body.vertices.back()).norm();
}

}  // namespace

Separation separate(const Polytope& first, const Polytope& second, double reach) {
  Separation best;
  separateByFaces(first, second, Separation::Of::first_face, best);
  separateByFaces(second, first, Separation::Of::second_face, best);
  if (best.distance <= reach) separateByEdges(first, second, preferred * std::min(spanOf(first), spanOf(second)), best);
  return best;
}

void addContacts(const Polytope& first, const Polytope& second, const Separation& best, double reach,
                 std::vector<ContactPoint>& points) {
  if (best.distance > reach) return;
  if (best.of == Separation::Of::edges) {
    points.push_back(betweenEdges(first, second, best));
  } else if (best.of == Separation::Of::first_face) {
    onFace(first, best.first, second, best.normal, reach, points);
  } else {
    onFace(second, best.first, first, best.normal, reach, points);
  }
}

void findPolytopeContacts(const Polytope& first, const Polytope& second, double reach,
                          std::vector<ContactPoint>& points) {
  addContacts(first, second, separate(first, second, reach), reach, points);
}

}  // namespace tenon::contact
