// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// GCC 12 reports the undefined operands of its own AVX-512 intrinsics as uninitialised (GCC bug
// 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include "CellGeometry.hpp"

#include <Eigen/LU>
#include <cmath>

#include "reference.hpp"

#include "base/dense.hpp"

namespace tenon::mesh {
namespace {

using Point = std::array<double, 3>;
using Exponents = std::array<int, 3>;

bool isSimplex(const CellTypeInfo& cell) {
  return (cell.dimension == 2 && cell.num_vertices == 3) || (cell.dimension == 3 && cell.num_vertices == 4);
}
bool isPrism(const CellTypeInfo& cell) {
  return cell.num_vertices == 6;
}
bool isPyramid(const CellTypeInfo& cell) {
  return cell.num_vertices == 5;
}

/// Returns true for monomials in the span of the shape functions of a type (for the pyramid
/// including xy/(1-z), in the last position).
bool spans(const CellTypeInfo& cell, const Exponents& e) {
  const int order = cell.order, total = e[0] + e[1] + e[2];
  const auto square = [](int exponent) { return exponent > 1 ? exponent : 0; };
  if (isSimplex(cell)) return total <= order;
  if (isPyramid(cell)) return total <= 1;
  if (isPrism(cell))  // quadratic prism: quadratic triangle times linear line, and z^2 times linear triangle
    return e[0] + e[1] <= order && (e[2] <= 1 || e[0] + e[1] <= 1);
  const bool serendipity = cell.num_nodes == 8 && cell.dimension == 2 ? true : cell.num_nodes == 20;
  return !serendipity || square(e[0]) + square(e[1]) + square(e[2]) <= 2;
}

std::vector<Exponents> monomials(const CellTypeInfo& cell) {
  std::vector<Exponents> all;
  const int order = cell.order;
  for (int c = 0; c <= (cell.dimension > 2 ? order : 0); ++c)
    for (int b = 0; b <= (cell.dimension > 1 ? order : 0); ++b)
      for (int a = 0; a <= (cell.dimension > 0 ? order : 0); ++a)
        if (spans(cell, {a, b, c})) all.push_back({a, b, c});
  return all;
}

double power(double x, int exponent) {
  return exponent == 0 ? 1.0 : exponent == 1 ? x : x * x;
}
double powerDerivative(double x, int exponent) {
  return exponent == 0 ? 0.0 : exponent == 1 ? 1.0 : 2 * x;
}

/// Returns the values (derivative < 0) or one partial derivative of all basis functions.
Eigen::RowVectorXd basis(const CellTypeInfo& cell, const std::vector<Exponents>& monomials, const Point& at,
                         int derivative) {
  Eigen::RowVectorXd row(cell.num_nodes);
  for (std::size_t m = 0; m < monomials.size(); ++m) {
    double value = 1.0;
    for (int k = 0; k < 3; ++k) {
      const auto axis = static_cast<std::size_t>(k);
      value *= k == derivative ? powerDerivative(at[axis], monomials[m][axis]) : power(at[axis], monomials[m][axis]);
    }
    row[static_cast<Eigen::Index>(m)] = value;
  }
  if (isPyramid(cell)) {
    const double top = 1 - at[2], xy = at[0] * at[1];
    const double values[] = {top == 0 ? 0 : xy / top, at[1] / top, at[0] / top, xy / (top * top)};
    row[4] = values[derivative + 1];
  }
  return row;
}

struct GaussPoint {
  Point at;
  double weight;
};

/// Returns the Gauss points of the cube [-1, 1]^dimension, mapped to simplices, prisms and
/// pyramids.
std::vector<GaussPoint> gaussPoints(const CellTypeInfo& cell, int number) {
  const std::vector<double> x = number == 1   ? std::vector<double>{0.0}
                                : number == 2 ? std::vector<double>{-std::sqrt(1.0 / 3), std::sqrt(1.0 / 3)}
                                              : std::vector<double>{-std::sqrt(0.6), 0.0, std::sqrt(0.6)};
  const std::vector<double> w = number == 1   ? std::vector<double>{2.0}
                                : number == 2 ? std::vector<double>{1.0, 1.0}
                                              : std::vector<double>{5.0 / 9, 8.0 / 9, 5.0 / 9};
  std::vector<GaussPoint> points{{{0, 0, 0}, 1}};
  for (std::size_t k = 0; k < static_cast<std::size_t>(cell.dimension); ++k) {
    std::vector<GaussPoint> more;
    for (const GaussPoint& point : points)
      for (std::size_t i = 0; i < x.size(); ++i) {
        more.push_back(point);
        more.back().at[k] = x[i];
        more.back().weight *= w[i];
      }
    points = std::move(more);
  }
  for (GaussPoint& p : points) {
    auto& [a, b, c] = p.at;
    if (isSimplex(cell) || isPrism(cell)) {  // square -> triangle; cube -> tetrahedron
      if (isSimplex(cell) && cell.dimension == 3) {
        c = (1 + c) / 2;
        p.weight /= 2;
      }
      const double width = isSimplex(cell) && cell.dimension == 3 ? 1 - c : 1.0;
      b = (1 + b) / 2 * width;
      p.weight *= width / 2;
      a = (1 + a) / 2 * (width - b);
      p.weight *= (width - b) / 2;
    } else if (isPyramid(cell)) {
      c = (1 + c) / 2;
      a *= 1 - c;
      b *= 1 - c;
      p.weight *= (1 - c) * (1 - c) / 2;
    }
  }
  return points;
}

}  // namespace

CellGeometry::CellGeometry(CellType type, int gauss_points, bool at_nodes) : type_(type) {
  const CellTypeInfo& cell = info(type);
  const std::vector<Exponents> spanned = monomials(cell);
  const auto& nodes = referenceNodes(type);
  Eigen::MatrixXd values(cell.num_nodes, cell.num_nodes);
  for (int i = 0; i < cell.num_nodes; ++i) values.row(i) = basis(cell, spanned, nodes[static_cast<std::size_t>(i)], -1);
  const Eigen::MatrixXd coefficients = base::inverse(values);  // column a: the shape function of node a

  std::vector<GaussPoint> points = gaussPoints(cell, gauss_points);
  if (at_nodes)
    for (const Point& node : nodes)
      if (!isPyramid(cell) || node[2] < 1) points.push_back({node, 0.0});  // the Jacobian is undefined at the apex
  for (const GaussPoint& point : points) {
    weights_.push_back(point.weight);
    Eigen::MatrixXd gradient(3, cell.num_nodes);
    for (int k = 0; k < 3; ++k) gradient.row(k) = basis(cell, spanned, point.at, k) * coefficients;
    gradients_.insert(gradients_.end(), gradient.data(), gradient.data() + gradient.size());
  }
}

Eigen::Matrix3d CellGeometry::jacobian(int point, const double* nodes) const {
  const CellTypeInfo& cell = info(type_);
  const double* gradient =
      gradients_.data() + static_cast<std::size_t>(point) * static_cast<std::size_t>(3 * cell.num_nodes);
  Eigen::Matrix3d jacobian = Eigen::Matrix3d::Zero();
  // Relative to the first node, whose position does not affect derivatives.
  for (int a = 1; a < cell.num_nodes; ++a)
    for (int k = 0; k < cell.dimension; ++k)
      for (int i = 0; i < 3; ++i) jacobian(i, k) += (nodes[3 * a + i] - nodes[i]) * gradient[3 * a + k];
  return jacobian;
}

double CellGeometry::determinant(int point, const double* nodes, bool plane) const {
  if (info(type_).dimension == 0) return 1.0;
  const Eigen::Matrix3d J = jacobian(point, nodes);
  if (info(type_).dimension == 1) return J.col(0).norm();
  if (info(type_).dimension == 3) return J.determinant();
  const Eigen::Vector3d normal = J.col(0).cross(J.col(1));
  return plane ? normal[2] : normal.norm();
}

double CellGeometry::measure(const double* nodes) const {
  double sum = 0;
  for (int point = 0; point < numPoints(); ++point)
    if (weight(point) > 0) sum += weight(point) * determinant(point, nodes, false);
  return sum;
}

}  // namespace tenon::mesh
