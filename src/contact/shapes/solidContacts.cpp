// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solidContacts.hpp"

#include <algorithm>
#include <cmath>

#include "polytopeContacts.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

const double eighth = std::acos(-1.0) / 4.0;
constexpr double narrower = 1.0 / 3.0;  // ratio of the widths of the faces in consecutive searches
constexpr int most_searches = 13;       // the last faces are 4e-7 rad wide
constexpr double same_direction = 1e-9;
// Relative to the smaller body: points of one line at this distance are one contact.
constexpr double same_place = 0.02;
constexpr int caps = 2;  // number of end faces, which are the first faces of a prism

/// Edge of a prism along the axis.
struct Generator {
  double angle, radius;
};

Polytope prismOf(const Cylinder& cylinder, const std::vector<Generator>& generators) {
  std::vector<Vec3> vertices;
  std::vector<std::vector<int>> faces(caps);
  const int n = static_cast<int>(generators.size());
  for (int i = 0; i < n; ++i) {
    const auto [angle, radius] = generators[static_cast<std::size_t>(i)];
    const double x = radius * std::cos(angle), y = radius * std::sin(angle);
    vertices.emplace_back(x, y, -cylinder.half_length);
    vertices.emplace_back(x, y, cylinder.half_length);
    const int next = (i + 1) % n;
    faces[0].insert(faces[0].begin(), 2 * i);
    faces[1].push_back(2 * i + 1);
    faces.push_back({2 * i, 2 * next, 2 * next + 1, 2 * i + 1});
  }
  return Polytope::fromFaces(std::move(vertices), faces);
}

/// Body as a polyhedron in global coordinates.
struct Solid {
  const PlacedShape& placed;
  const Cylinder* cylinder;
  double angle = 0.0;  ///< angle of the generator that is closest to the other body
  Polytope polytope{};

  explicit Solid(const PlacedShape& of) : placed(of), cylinder(std::get_if<Cylinder>(of.shape)) {
    if (const auto* block = std::get_if<Cuboid>(of.shape))
      polytope = block->polytope.transformed(of.rotation, of.centre);
    if (const auto* hull = std::get_if<Hull>(of.shape)) polytope = hull->polytope.transformed(of.rotation, of.centre);
  }

  void set(const std::vector<Generator>& generators) {
    polytope = prismOf(*cylinder, generators).transformed(placed.rotation, placed.centre);
  }
  /// Replaces the cylinder by a prism with equally spaced generators.
  void divide(int sides) {
    if (cylinder == nullptr) return;
    std::vector<Generator> generators;
    for (int k = 0; k < sides; ++k) generators.push_back({angle + 8.0 * eighth / sides * k, cylinder->radius});
    set(generators);
  }
  /// Replaces the cylinder by a prism with five generators around the closest one and tangent
  /// planes elsewhere, so that no part seems farther away than it is.
  void narrow(double width) {
    if (cylinder == nullptr) return;
    std::vector<Generator> generators;
    for (int k = -2; k <= 2; ++k) generators.push_back({angle + width * k, cylinder->radius});
    const auto between = [&](double from, double to) {
      generators.push_back({angle + 0.5 * (from + to), cylinder->radius / std::cos(0.5 * (to - from))});
    };
    between(2.0 * width, 2.0 * eighth), between(2.0 * eighth, 4.0 * eighth);
    between(4.0 * eighth, 6.0 * eighth), between(6.0 * eighth, 8.0 * eighth - 2.0 * width);
    set(generators);
  }
  /// Sets the closest generator for another body in the direction n.
  void look(const Vec3& n) {
    if (cylinder == nullptr) return;
    const Vec3 own = placed.rotation.transpose() * n;
    if (std::hypot(own[0], own[1]) > same_direction) angle = std::atan2(own[1], own[0]);
  }
  bool isSide(int face) const { return cylinder != nullptr && face >= caps; }
};

/// Keeps two of the points along a line on the lateral surface of a cylinder: the closest point and
/// the point farthest from the former.
void keepTwo(std::size_t before, double size, std::vector<ContactPoint>& points) {
  const auto first = points.begin() + static_cast<std::ptrdiff_t>(before);
  std::iter_swap(first,
                 std::min_element(first, points.end(), [](const auto& a, const auto& b) { return a.gap < b.gap; }));
  const auto farthest = std::max_element(first, points.end(), [&](const auto& a, const auto& b) {
    return (a.position - first->position).norm() < (b.position - first->position).norm();
  });
  const ContactPoint other = *farthest;
  const bool are_two = (other.position - first->position).norm() > same_place * size;
  points.resize(before + 1);
  if (are_two) points.push_back(other);
}

/// Appends the contact points along the closest line of the lateral surface of a cylinder.
void addLine(const Solid& first, const Solid& second, const Separation& best, double reach,
             std::vector<ContactPoint>& points) {
  const std::size_t before = points.size();
  addContacts(first.polytope, second.polytope, best, reach, points);
  if (points.size() > before) {
    keepTwo(before, std::min(reachOf(*first.placed.shape), reachOf(*second.placed.shape)), points);
    return;
  }
  // The other body touches with a vertex next to the narrow face.
  const bool on_first = best.of == Separation::Of::first_face;
  const auto& vertices = (on_first ? second : first).polytope.vertices;
  const Vec3 n = on_first ? best.normal : Vec3(-best.normal);
  const Vec3& corner = *std::min_element(vertices.begin(), vertices.end(),
                                         [&](const Vec3& x, const Vec3& y) { return n.dot(x) < n.dot(y); });
  points.push_back({corner - 0.5 * best.distance * n, best.normal, best.distance});
}

}  // namespace

void findSolidContacts(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ContactPoint>& points) {
  Solid first(a), second(b);
  if (second.cylinder == nullptr) {
    findPolytopeContacts(first.polytope, second.polytope, reach, points);
    return;
  }
  const double rounding = 0.02 * (second.cylinder->radius + (first.cylinder != nullptr ? first.cylinder->radius : 0.0));
  first.divide(16), second.divide(16);
  Separation best = separate(first.polytope, second.polytope, reach + rounding);
  double width = 0.5 * eighth;
  for (int search = 0; search < most_searches; ++search) {
    if (best.distance > reach + rounding) return;
    first.look(best.normal), second.look(-best.normal);
    width *= narrower;
    first.narrow(width), second.narrow(width);
    const Vec3 last = best.normal;
    best = separate(first.polytope, second.polytope, reach + rounding);
    if ((best.normal - last).norm() < same_direction) break;
  }
  if (best.distance > reach) return;
  if (best.of == Separation::Of::edges || (best.of == Separation::Of::first_face && first.isSide(best.first)) ||
      (best.of == Separation::Of::second_face && second.isSide(best.first))) {
    addLine(first, second, best, reach, points);
    return;
  }
  first.look(best.normal), second.look(-best.normal);
  first.divide(best.of == Separation::Of::first_face ? 16 : 8);
  second.divide(best.of == Separation::Of::second_face ? 16 : 8);
  addContacts(first.polytope, second.polytope, best, reach, points);
}

}  // namespace tenon::contact
