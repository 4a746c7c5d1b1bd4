// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "inverseMap.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/dense.hpp"
#include "fem/shapes.hpp"

namespace tenon::fem {
namespace {

std::array<double, 3> centreOf(Shape shape) {
  switch (shape) {
    case Shape::triangle:
      return {1.0 / 3, 1.0 / 3, 0};
    case Shape::tetrahedron:
      return {0.25, 0.25, 0.25};
    case Shape::prism:
      return {1.0 / 3, 1.0 / 3, 0};
    case Shape::pyramid:
      return {0, 0, 0.25};
    default:
      return {0, 0, 0};
  }
}

double outsideSimplex(const double* xi, int dimension) {
  double sum = -1.0, least = 0.0;
  for (int d = 0; d < dimension; ++d) sum += xi[d], least = std::min(least, xi[d]);
  return std::max({0.0, sum, -least});
}

double outsideSquare(const double* xi, int dimension) {
  double most = 0.0;
  for (int d = 0; d < dimension; ++d) most = std::max(most, std::abs(xi[d]) - 1.0);
  return std::max(0.0, most);
}

/// Inverts the affine map of a straight tetrahedron by ratios of parallelepiped volumes.
bool invertStraightTet(gsl::span<const base::Vec3> nodes, const base::Vec3& x, double* xi) {
  const base::Vec3 gap = x - nodes[0], a = nodes[1] - nodes[0], b = nodes[2] - nodes[0], c = nodes[3] - nodes[0];
  const base::Vec3 bc = b.cross(c);
  const double volume = a.dot(bc);
  const base::Vec3 at = base::Vec3(gap.dot(bc), gap.dot(c.cross(a)), gap.dot(a.cross(b))) / volume;
  std::copy_n(at.data(), 3, xi);
  return at.allFinite() && at.norm() <= 1e3;
}

}  // namespace

// Positions are taken relative to the first node, so that their accuracy corresponds to the size of
// the cell and not to its distance from the origin. The steps decrease quadratically: a small step
// that is not smaller than the previous one is due to round-off.
bool invertMap(mesh::CellType type, gsl::span<const base::Vec3> nodes, const base::Vec3& x, double* xi) {
  if (type == mesh::CellType::tet4) return invertStraightTet(nodes, x, xi);
  constexpr int most_steps = 30;
  constexpr double tiny = 1e-14, small = 1e-6;
  double before = std::numeric_limits<double>::infinity();
  const int dim = dimensionOf(type), n = numNodes(type);
  const auto centre = centreOf(shapeOf(type));
  std::copy_n(centre.begin(), 3, xi);
  double N[27], dN[81];
  for (int step = 0; step < most_steps; ++step) {
    shapeFunctions(type, xi, N);
    shapeGradients(type, xi, dN);
    Eigen::Matrix3d J = Eigen::Matrix3d::Identity();
    J.topLeftCorner(dim, dim).setZero();
    base::Vec3 gap = x - nodes[0];
    for (int a = 0; a < n; ++a) {
      const base::Vec3 node = nodes[static_cast<std::size_t>(a)] - nodes[0];
      gap -= N[a] * node;
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) J(i, j) += node[i] * dN[a * dim + j];
    }
    for (int i = dim; i < 3; ++i) gap[i] = 0.0;
    const base::Vec3 change = base::solve(J, gap);
    if (!change.allFinite() || change.norm() > 1e3) return false;
    for (int d = 0; d < dim; ++d) xi[d] += change[d];
    // The gradients of a pyramid are not defined beyond its apex.
    if (shapeOf(type) == Shape::pyramid) xi[2] = std::min(xi[2], 1.0 - tiny);
    const double size = change.norm();
    if (size < tiny * 10 || (size < small && size >= before)) return true;
    before = size;
  }
  return shapeOf(type) == Shape::pyramid && xi[2] > 1.0 - 1e-7;  // at the apex the steps do not converge to zero
}

double distanceOutside(mesh::CellType type, const double* xi) {
  switch (shapeOf(type)) {
    case Shape::triangle:
      return outsideSimplex(xi, 2);
    case Shape::tetrahedron:
      return outsideSimplex(xi, 3);
    case Shape::prism:
      return std::max(outsideSimplex(xi, 2), std::max(0.0, std::abs(xi[2]) - 1.0));
    case Shape::pyramid: {
      const double height = 1.0 - xi[2];
      return std::max({0.0, -xi[2], std::abs(xi[0]) - height, std::abs(xi[1]) - height});
    }
    default:
      return outsideSquare(xi, dimensionOf(type));
  }
}

}  // namespace tenon::fem
