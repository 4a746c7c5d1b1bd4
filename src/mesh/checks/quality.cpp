// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "quality.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "reference.hpp"

namespace tenon::mesh {
namespace {

/// Neighbours of each vertex, right-handed in a cell that is not inverted; none for the apex of the
/// pyramid.
using Corners = std::vector<std::array<int, 4>>;  // vertex and its three neighbours

const Corners corners_of_triangle{{0, 1, 2, -1}, {1, 2, 0, -1}, {2, 0, 1, -1}};
const Corners quadrangle{{0, 1, 3, -1}, {1, 2, 0, -1}, {2, 3, 1, -1}, {3, 0, 2, -1}};
const Corners tetrahedron{{0, 1, 2, 3}, {1, 2, 0, 3}, {2, 0, 1, 3}, {3, 0, 2, 1}};
const Corners pyramid{{0, 1, 3, 4}, {1, 2, 0, 4}, {2, 3, 1, 4}, {3, 0, 2, 4}};
const Corners prism{{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}, {3, 5, 4, 0}, {4, 3, 5, 1}, {5, 4, 3, 2}};
const Corners hexahedron{{0, 1, 3, 4}, {1, 2, 0, 5}, {2, 3, 1, 6}, {3, 0, 2, 7},
                         {4, 7, 5, 0}, {5, 4, 6, 1}, {6, 5, 7, 2}, {7, 6, 4, 3}};

/// Returns the corners of a shape, and the factor that scales the value of the ideal shape to 1.
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

/// Returns the volume that three vectors span divided by the product of their lengths; 0 if one of
/// them is zero.
double scaledVolume(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double lengths = a.norm() * b.norm() * c.norm();
  return lengths > 0 ? a.cross(b).dot(c) / lengths : 0.0;
}

}  // namespace

CellQuality::CellQuality(CellType type, bool plane) : type_(type), plane_(plane), geometry_(type, 2, true) {}

double CellQuality::minScaledJacobian(const double* nodes) const {
  const CellTypeInfo& cell = info(type_);
  if (cell.dimension == 0) return 1.0;
  if (cell.dimension == 1) return geometry_.measure(nodes) > 0 ? 1.0 : 0.0;
  const Eigen::Vector3d normal = normalOf(nodes);
  const double least = atVertices(nodes, normal);
  return cell.order == 1 ? least : std::min(least, atPoints(nodes, normal));
}

/// Returns the direction that serves as the third edge of a face.
Eigen::Vector3d CellQuality::normalOf(const double* nodes) const {
  if (plane_ || info(type_).dimension != 2) return {0, 0, 1};
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();
  for (int point = 0; point < geometry_.numPoints(); ++point) {
    const Eigen::Matrix3d J = geometry_.jacobian(point, nodes);
    normal += geometry_.weight(point) * J.col(0).cross(J.col(1));
  }
  const double length = normal.norm();
  return length > 0 ? Eigen::Vector3d(normal / length) : normal;
}

double CellQuality::atVertices(const double* nodes, const Eigen::Vector3d& normal) const {
  const auto [corners, factor] = shapeOf(info(type_));
  const auto at = [&](int i) { return Eigen::Vector3d(nodes[3 * i], nodes[3 * i + 1], nodes[3 * i + 2]); };
  double least = 1;
  for (const auto& corner : *corners) {
    const Eigen::Vector3d a = at(corner[1]) - at(corner[0]), b = at(corner[2]) - at(corner[0]);
    const Eigen::Vector3d c = corner[3] < 0 ? normal : Eigen::Vector3d(at(corner[3]) - at(corner[0]));
    least = std::min(least, factor * scaledVolume(a, b, c));
  }
  return least;
}

double CellQuality::atPoints(const double* nodes, const Eigen::Vector3d& normal) const {
  const auto [corners, factor] = shapeOf(info(type_));
  const auto& reference = referenceNodes(type_);
  const auto at = [&](int i) {
    return Eigen::Map<const Eigen::Vector3d>(reference[static_cast<std::size_t>(i)].data());
  };
  double least = 1;
  for (int point = 0; point < geometry_.numPoints(); ++point) {
    const Eigen::Matrix3d J = geometry_.jacobian(point, nodes);
    for (const auto& corner : *corners) {
      const Eigen::Vector3d a = J * (at(corner[1]) - at(corner[0])), b = J * (at(corner[2]) - at(corner[0]));
      const Eigen::Vector3d c = corner[3] < 0 ? normal : Eigen::Vector3d(J * (at(corner[3]) - at(corner[0])));
      least = std::min(least, factor * scaledVolume(a, b, c));
    }
  }
  return least;
}

}  // namespace tenon::mesh
