#include "tenon/contact/Polytope.hpp"

#include <Eigen/Geometry>
#include <utility>

namespace tenon::contact {
namespace {

using base::Vec3;

constexpr double parallel = 1e-9;  // sine of an angle

int directionOf(const Vec3& edge, std::vector<Vec3>& directions) {
  const Vec3 direction = edge.normalized();
  for (std::size_t d = 0; d < directions.size(); ++d)
    if (directions[d].cross(direction).norm() < parallel) return static_cast<int>(d);
  directions.push_back(direction);
  return static_cast<int>(directions.size()) - 1;
}

}  // namespace

Polytope Polytope::of(std::vector<Vec3> vertices, const std::vector<std::vector<int>>& faces) {
  Polytope made;
  made.vertices = std::move(vertices);
  const auto at = [&](int v) -> const Vec3& { return made.vertices[static_cast<std::size_t>(v)]; };
  for (const auto& face : faces) {
    made.faces.push_back({(at(face[1]) - at(face[0])).cross(at(face[2]) - at(face[1])).normalized(), face});
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int from = face[i], to = face[(i + 1) % face.size()];
      if (from < to) made.edges.push_back({from, to, directionOf(at(to) - at(from), made.directions)});
    }
  }
  return made;
}

Polytope Polytope::box(const Vec3& half) {
  std::vector<Vec3> vertices;
  for (int v = 0; v < 8; ++v)
    vertices.push_back(Vec3(v & 1 ? half[0] : -half[0], v & 2 ? half[1] : -half[1], v & 4 ? half[2] : -half[2]));
  return of(std::move(vertices), {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

Polytope Polytope::placed(const base::Mat3& R, const Vec3& x) const {
  Polytope moved = *this;
  for (Vec3& vertex : moved.vertices) vertex = R * vertex + x;
  for (Face& face : moved.faces) face.normal = R * face.normal;
  for (Vec3& direction : moved.directions) direction = R * direction;
  return moved;
}

}  // namespace tenon::contact
