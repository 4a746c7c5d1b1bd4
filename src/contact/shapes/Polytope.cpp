// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/contact/shapes/Shape.hpp"

#include <Eigen/Geometry>
#include <map>
#include <utility>

namespace tenon::contact {
namespace {

using base::Vec3;

/// Returns the unit normal of a face from its area vector, which is accurate for any number of
/// vertices, even if these are close to each other.
Vec3 normalOf(const std::vector<Vec3>& vertices, const std::vector<int>& face) {
  const auto at = [&](std::size_t i) -> const Vec3& {
    return vertices[static_cast<std::size_t>(face[i % face.size()])];
  };
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < face.size(); ++i) area += (at(i) - at(0)).cross(at(i + 1) - at(0));
  return area.normalized();
}

}  // namespace

Polytope Polytope::fromFaces(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& faces) {
  Polytope made;
  made.vertices = std::move(vertices);
  std::map<std::pair<int, int>, int> left;  // face to the left of each directed edge
  for (const auto& face : faces) {
    for (std::size_t i = 0; i < face.size(); ++i)
      left[{face[i], face[(i + 1) % face.size()]}] = static_cast<int>(made.faces.size());
    made.faces.push_back({normalOf(made.vertices, face), face});
  }
  for (const auto& [edge, face] : left) {
    const auto other = left.find({edge.second, edge.first});
    if (edge.first < edge.second && other != left.end())
      made.edges.push_back({edge.first, edge.second, face, other->second});
  }
  return made;
}

Polytope Polytope::box(const Vec3& half) {
  std::vector<Vec3> vertices;
  for (int v = 0; v < 8; ++v)
    vertices.push_back(Vec3(v & 1 ? half[0] : -half[0], v & 2 ? half[1] : -half[1], v & 4 ? half[2] : -half[2]));
  return fromFaces(std::move(vertices),
                   {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

Polytope Polytope::transformed(const base::Mat3& R, const Vec3& x) const {
  Polytope moved = *this;
  for (Vec3& vertex : moved.vertices) vertex = R * vertex + x;
  for (Face& face : moved.faces) face.normal = R * face.normal;
  return moved;
}

}  // namespace tenon::contact
