#include "quality.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tenon::mesh {
namespace {

/// Neighbours of each vertex, right-handed in a cell that is not inverted; of the pyramid's apex none.
using Corners = std::vector<std::array<int, 4>>;  // vertex, neighbours

const Corners corners_of_triangle{{0, 1, 2, -1}, {1, 2, 0, -1}, {2, 0, 1, -1}};
const Corners quadrangle{{0, 1, 3, -1}, {1, 2, 0, -1}, {2, 3, 1, -1}, {3, 0, 2, -1}};
const Corners tetrahedron{{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {3, 0, 2, 1}};
const Corners pyramid{{0, 1, 3, 4}, {1, 2, 0, 4}, {2, 3, 1, 4}, {3, 0, 2, 4}};
const Corners prism{{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}, {3, 5, 4, 0}, {4, 3, 5, 1}, {5, 4, 3, 2}};
const Corners hexahedron{{0, 1, 3, 4}, {1, 2, 0, 5}, {2, 3, 1, 6}, {3, 0, 2, 7},
                         {4, 7, 5, 0}, {5, 4, 6, 1}, {6, 5, 7, 2}, {7, 6, 4, 3}};

/// Corners of a shape, and the factor that makes the ideal shape's value 1.
std::pair<const Corners*, double> shapeOf(const CellTypeInfo& cell) {
  if (cell.dimension == 2)
    return cell.num_vertices == 3 ? std::pair{&corners_of_triangle, 2 / std::sqrt(3.0)} : std::pair{&quadrangle, 1.0};
  switch (cell.num_vertices) {
    case 4:
      return {&tetrahedron, std::sqrt(2.0)};
    case 5:
      return {&pyramid, std::sqrt(2.0)};
    case 6:
      return {&prism, 2 / std::sqrt(3.0)};
    default:
      return {&hexahedron, 1.0};
  }
}

}  // namespace

double scaledJacobian(CellType type, const double* vertices) {
  const auto [corners, factor] = shapeOf(info(type));
  const auto at = [&](int i) { return Eigen::Vector3d(vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]); };
  double least = 1;
  for (const auto& corner : *corners) {
    const Eigen::Vector3d a = at(corner[1]) - at(corner[0]), b = at(corner[2]) - at(corner[0]);
    const Eigen::Vector3d c = corner[3] < 0 ? Eigen::Vector3d(0, 0, 1) : Eigen::Vector3d(at(corner[3]) - at(corner[0]));
    const double lengths = a.norm() * b.norm() * c.norm();
    least = std::min(least, lengths > 0 ? factor * a.cross(b).dot(c) / lengths : 0.0);
  }
  return least;
}

}  // namespace tenon::mesh
