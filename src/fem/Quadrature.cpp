// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Quadrature.hpp"

#include <Eigen/Core>
#include <array>
#include <cmath>

#include "base/dense.hpp"

namespace tenon::fem {
namespace {

using base::Vec3;

/// Returns the Gauss-Jacobi rule on [-1, 1] for the weight (1 - x)^alpha, exact to degree 2 n - 1,
/// from the eigenvalues of the Jacobi matrix.
/// @see Golub and Welsch, Math. Comp. 23 (1969)
QuadratureRule gaussJacobi(int num_points, int alpha) {
  Eigen::VectorXd diagonal(num_points), beside(std::max(num_points - 1, 0));
  for (int k = 0; k < num_points; ++k) {
    const double s = 2.0 * k + alpha;
    diagonal[k] = alpha == 0 ? 0.0 : -double(alpha) * alpha / (s * (s + 2));
    if (k > 0) beside[k - 1] = std::sqrt(4.0 * k * k * (k + alpha) * (k + alpha) / (s * s * (s + 1) * (s - 1)));
  }
  QuadratureRule rule;
  const double total = std::pow(2.0, alpha + 1) / (alpha + 1);
  const base::Eigenpairs modes = base::computeTridiagonalEigenpairs(diagonal, beside);
  for (int k = 0; k < num_points; ++k) {
    const double v = modes.vectors(0, k);
    rule.points.push_back({modes.values[k], 0, 0});
    rule.weights.push_back(total * v * v);
  }
  return rule;
}

int gaussPoints(int degree) {
  return degree / 2 + 1;
}

QuadratureRule line(int degree) {
  return gaussJacobi(gaussPoints(degree), 0);
}

/// Returns the tensor product of two rules, with all points of `inner` for each point of `outer`.
template <class Combine>
QuadratureRule product(const QuadratureRule& inner, const QuadratureRule& outer, Combine&& combine) {
  QuadratureRule rule;
  for (int j = 0; j < outer.numPoints(); ++j)
    for (int i = 0; i < inner.numPoints(); ++i) {
      const auto a = static_cast<std::size_t>(i), b = static_cast<std::size_t>(j);
      rule.points.push_back(combine(inner.points[a], outer.points[b]));
      rule.weights.push_back(inner.weights[a] * outer.weights[b]);
    }
  return rule;
}

QuadratureRule quadrilateral(int degree) {
  return product(line(degree), line(degree), [](const Vec3& p, const Vec3& z) { return Vec3(p[0], z[0], 0); });
}

QuadratureRule hexahedron(int degree) {
  return product(quadrilateral(degree), line(degree),
                 [](const Vec3& p, const Vec3& z) { return Vec3(p[0], p[1], z[0]); });
}

/// Adds the 3 points of a triangle whose barycentric coordinates are the permutations of (a, a, b).
void addTriangleOrbit(QuadratureRule& rule, double a, double weight) {
  const double b = 1 - 2 * a;
  for (const auto& p : {Vec3(a, a, 0), Vec3(b, a, 0), Vec3(a, b, 0)}) {
    rule.points.push_back(p);
    rule.weights.push_back(0.5 * weight);
  }
}

/// Returns the Gauss–Jacobi rule on a cell that collapses towards z = 1: the triangle from [0,1] x
/// line, the tetrahedron from a triangle.
/// @param base  rule on the reference cell one dimension below, with corners 0 and e_i
QuadratureRule collapsed(const QuadratureRule& base, int degree, int base_dimension) {
  const QuadratureRule height = gaussJacobi(gaussPoints(degree), base_dimension);
  QuadratureRule rule = product(base, height, [&](const Vec3& p, const Vec3& h) {
    const double z = 0.5 * (1 + h[0]);
    Vec3 point = (1 - z) * p;
    point[base_dimension] = z;
    return point;
  });
  for (double& w : rule.weights) w /= std::pow(2.0, base_dimension + 1);  // from [-1,1] to [0,1], (1-x)^k to (1-z)^k
  return rule;
}

QuadratureRule unitLine(int degree) {
  QuadratureRule rule = line(degree);
  for (auto& p : rule.points) p[0] = 0.5 * (1 + p[0]);
  for (double& w : rule.weights) w *= 0.5;
  return rule;
}

QuadratureRule triangle(int degree) {
  QuadratureRule rule;
  if (degree <= 1) {
    rule.points = {Vec3(1.0 / 3, 1.0 / 3, 0)};
    rule.weights = {0.5};
  } else if (degree == 2) {
    addTriangleOrbit(rule, 1.0 / 6, 1.0 / 3);
  } else if (degree <= 4) {
    addTriangleOrbit(rule, 0.44594849091596488632, 0.22338158967801146570);
    addTriangleOrbit(rule, 0.09157621350977074346, 0.10995174365532186764);
  } else {
    rule = collapsed(unitLine(degree), degree, 1);
  }
  return rule;
}

/// Adds the 4 points of a tetrahedron whose barycentric coordinates are the permutations of (a, a,
/// a, b).
void addVertexOrbit(QuadratureRule& rule, double a, double weight) {
  const double b = 1 - 3 * a;
  for (const auto& p : {Vec3(a, a, a), Vec3(b, a, a), Vec3(a, b, a), Vec3(a, a, b)}) {
    rule.points.push_back(p);
    rule.weights.push_back(weight / 6);
  }
}

/// Adds the 6 points of a tetrahedron whose barycentric coordinates are the permutations of (a, a,
/// b, b).
void addEdgeOrbit(QuadratureRule& rule, double a, double weight) {
  const double b = 0.5 - a;
  for (const auto& p : {Vec3(b, a, a), Vec3(a, b, a), Vec3(a, a, b), Vec3(a, b, b), Vec3(b, a, b), Vec3(b, b, a)}) {
    rule.points.push_back(p);
    rule.weights.push_back(weight / 6);
  }
}

QuadratureRule tetrahedron(int degree) {
  QuadratureRule rule;
  if (degree <= 1) {
    rule.points = {Vec3(0.25, 0.25, 0.25)};
    rule.weights = {1.0 / 6};
  } else if (degree == 2) {
    addVertexOrbit(rule, (5 - std::sqrt(5.0)) / 20, 0.25);
  } else if (degree <= 5) {
    addVertexOrbit(rule, 0.31088591926330060980, 0.11268792571801585080);
    addVertexOrbit(rule, 0.092735250310891226402, 0.073493043116361949544);
    addEdgeOrbit(rule, 0.045503704125649649492, 0.042546020777081466438);
  } else {
    rule = collapsed(triangle(degree), degree, 2);
  }
  return rule;
}

QuadratureRule prism(int degree) {
  return product(triangle(degree), line(degree), [](const Vec3& p, const Vec3& z) { return Vec3(p[0], p[1], z[0]); });
}

QuadratureRule pyramid(int degree) {
  QuadratureRule rule =
      product(quadrilateral(degree), gaussJacobi(gaussPoints(degree), 2), [](const Vec3& p, const Vec3& h) {
        const double z = 0.5 * (1 + h[0]);
        return Vec3((1 - z) * p[0], (1 - z) * p[1], z);
      });
  for (double& w : rule.weights) w /= 8;
  return rule;
}

}  // namespace

QuadratureRule quadrature(CellType type, int degree) {
  switch (shapeOf(type)) {
    case Shape::point:
      return {{Vec3::Zero()}, {1.0}};
    case Shape::line:
      return line(degree);
    case Shape::triangle:
      return triangle(degree);
    case Shape::quadrilateral:
      return quadrilateral(degree);
    case Shape::tetrahedron:
      return tetrahedron(degree);
    case Shape::hexahedron:
      return hexahedron(degree);
    case Shape::prism:
      return prism(degree);
    case Shape::pyramid:
      return pyramid(degree);
  }
  return {};
}

}  // namespace tenon::fem
