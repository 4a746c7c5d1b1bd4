// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {

/// Points and weights of a quadrature rule on a reference cell: integral of f = sum of weights[q]
/// f(points[q]).
struct QuadratureRule {
  std::vector<base::Vec3> points;  ///< reference coordinates of the points, [numPoints()]
  std::vector<double> weights;     ///< weights of the points, [numPoints()]
  /// Returns the number of points.
  int numPoints() const { return static_cast<int>(weights.size()); }
};

/// Returns a rule with positive weights that integrates polynomials of total degree `degree`
/// exactly, for any degree. On lines, quadrilaterals and hexahedra the rule is exact for that
/// degree in each direction.
///
///   Lines, quadrilaterals, hexahedra: Gauss–Legendre.
///   Simplices: Strang–Fix, Dunavant and Walkington's 14 points up to degree 5;
///   for higher degrees, Gauss–Jacobi on the collapsed square or cube.
///   Prisms: triangle × line.
///   Pyramids: collapsed cube, exact also for the rational functions of the pyramid.
/// @param type  cell type
/// @param degree  degree of the polynomials that the rule integrates exactly
/// @see Ern and Guermond, Finite Elements I, chapter 6 (tables)
QuadratureRule quadrature(CellType type, int degree);

/// Purpose of an element integral.
enum class Purpose {
  stiffness,  ///< products of gradients, exact on straight cells
  mass,       ///< products of shape functions, exact on straight cells; also for loads
};

/// Returns the degree of the quadrature rule that a purpose needs on a cell type.
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

/// Returns the quadrature rule for a purpose on a cell type.
inline QuadratureRule quadrature(CellType type, Purpose purpose) {
  return quadrature(type, degreeFor(type, purpose));
}

}  // namespace tenon::fem
