// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {

/// Quadrature rule on a reference cell. The rule approximates the integral of f by the sum of
/// weights[q] f(points[q]).
struct QuadratureRule {
  std::vector<base::Vec3> points;  ///< reference coordinates of the points, [numPoints()]
  std::vector<double> weights;     ///< weights of the points, [numPoints()]
  /// Returns the number of points.
  int numPoints() const { return static_cast<int>(weights.size()); }
};

/// Returns a quadrature rule with positive weights that is exact for polynomials of total degree
/// `degree`, which may be arbitrarily high. On lines, quadrilaterals and hexahedra it is exact for
/// this degree in each direction.
///
/// - Lines, quadrilaterals, hexahedra: Gauss–Legendre.
/// - Triangles: Strang–Fix and Dunavant up to degree 4; Gauss–Jacobi on the collapsed square for
///   higher degrees.
/// - Tetrahedra: tabulated rules up to degree 5, including Walkington's 14-point rule for degrees 3
///   to 5; Gauss–Jacobi on the collapsed cube for higher degrees.
/// - Prisms: product of the rules for triangles and lines.
/// - Pyramids: Gauss–Jacobi on the collapsed cube, which is also exact for the rational shape
///   functions.
///
/// @param type  cell type
/// @param degree  polynomial degree for which the rule is exact
/// @see Ern and Guermond, Finite Elements I, chapter 6 (tables)
QuadratureRule quadrature(CellType type, int degree);

/// Purpose of an element integral.
enum class Purpose {
  stiffness,  ///< products of shape function gradients, exact if the map from the reference cell is affine
  mass,       ///< products of shape functions, exact if the map from the reference cell is affine; also used for loads
};

/// Returns the degree of the quadrature rule that the given purpose requires on cells of the given
/// type.
constexpr int degreeFor(CellType type, Purpose purpose) {
  const bool quadratic = orderOf(type) == 2;
  const bool stiffness = purpose == Purpose::stiffness;
  switch (shapeOf(type)) {
    case Shape::point:
      return 0;
    case Shape::triangle:
    case Shape::tetrahedron:
      return stiffness ? (quadratic ? 2 : 1) : (quadratic ? 4 : 2);
    case Shape::prism:
      return quadratic ? 4 : 2;
    default:
      return quadratic ? 5 : 3;
  }
}

/// Returns the number of points of quadrature(type, degreeFor(type, purpose)), as a compile-time
/// constant for kernels.
constexpr int numPointsFor(CellType type, Purpose purpose) {
  const bool quadratic = orderOf(type) == 2;
  const bool stiffness = purpose == Purpose::stiffness;
  switch (shapeOf(type)) {
    case Shape::point:
      return 1;
    case Shape::line:
      return quadratic ? 3 : 2;
    case Shape::triangle:
      return stiffness ? (quadratic ? 3 : 1) : (quadratic ? 6 : 3);
    case Shape::quadrilateral:
      return quadratic ? 9 : 4;
    case Shape::tetrahedron:
      return stiffness ? (quadratic ? 4 : 1) : (quadratic ? 14 : 4);
    case Shape::hexahedron:
      return quadratic ? 27 : 8;
    case Shape::prism:
      return quadratic ? 18 : 6;
    case Shape::pyramid:
      return 8;
  }
  return 0;
}

/// Returns the quadrature rule for the given purpose on cells of the given type.
inline QuadratureRule quadrature(CellType type, Purpose purpose) {
  return quadrature(type, degreeFor(type, purpose));
}

}  // namespace tenon::fem
