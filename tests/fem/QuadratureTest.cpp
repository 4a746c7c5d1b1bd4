// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Quadrature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tenon::fem {
namespace {

double factorial(int k) {
  return std::tgamma(k + 1.0);
}

double onLine(int k) {
  return k % 2 == 1 ? 0.0 : 2.0 / (k + 1);
}

/// Returns the integral of x^i y^j z^k over the reference cell in closed form.
double exactIntegral(Shape shape, int i, int j, int k) {
  switch (shape) {
    case Shape::point:
      return 1;
    case Shape::line:
      return onLine(i);
    case Shape::quadrilateral:
      return onLine(i) * onLine(j);
    case Shape::hexahedron:
      return onLine(i) * onLine(j) * onLine(k);
    case Shape::triangle:
      return factorial(i) * factorial(j) / factorial(i + j + 2);
    case Shape::tetrahedron:
      return factorial(i) * factorial(j) * factorial(k) / factorial(i + j + k + 3);
    case Shape::prism:
      return factorial(i) * factorial(j) / factorial(i + j + 2) * onLine(k);
    case Shape::pyramid: {  // x = u (1 - z): onLine(i) onLine(j) * integral of z^k (1-z)^(i+j+2)
      const int m = i + j + 2;
      return onLine(i) * onLine(j) * factorial(k) * factorial(m) / factorial(k + m + 1);
    }
  }
  return 0;
}

void expectExact(CellType type, int degree) {
  const QuadratureRule rule = quadrature(type, degree);
  const int dim = dimensionOf(type);
  for (int i = 0; i <= (dim > 0 ? degree : 0); ++i)
    for (int j = 0; j <= (dim > 1 ? degree - i : 0); ++j)
      for (int k = 0; k <= (dim > 2 ? degree - i - j : 0); ++k) {
        double sum = 0;
        for (std::size_t q = 0; q < rule.points.size(); ++q)
          sum += rule.weights[q] * std::pow(rule.points[q][0], i) * std::pow(rule.points[q][1], j) *
                 std::pow(rule.points[q][2], k);
        EXPECT_NEAR(sum, exactIntegral(shapeOf(type), i, j, k), 2e-14)
            << mesh::info(type).name << " degree " << degree << ": " << i << " " << j << " " << k;
      }
  for (const double weight : rule.weights) EXPECT_GT(weight, 0.0);
}

TEST(Quadrature, integratesMonomialsUpToItsDegree) {
  for (const CellType type : {CellType::point1, CellType::line2, CellType::tri3, CellType::quad4, CellType::tet4,
                              CellType::hex8, CellType::prism6, CellType::pyramid5})
    for (int degree = 0; degree <= 13; ++degree) expectExact(type, degree);
}

TEST(Quadrature, pointsLieInsideTheCell) {
  for (int degree = 0; degree <= 12; ++degree)
    for (const auto& p : quadrature(CellType::tet4, degree).points) {
      EXPECT_GT(p.minCoeff(), 0.0);
      EXPECT_LT(p.sum(), 1.0);
    }
}

TEST(Quadrature, numbersOfPointsMatchTheRules) {
  for (int t = 0; t < mesh::num_cell_types; ++t) {
    const auto type = static_cast<CellType>(t);
    for (const Purpose purpose : {Purpose::stiffness, Purpose::mass})
      EXPECT_EQ(quadrature(type, purpose).numPoints(), numPointsFor(type, purpose)) << mesh::info(type).name;
  }
}

TEST(Quadrature, matchesRulesOfTheLiterature) {
  const QuadratureRule gauss = quadrature(CellType::line2, 3);
  EXPECT_NEAR(gauss.points[1][0], 1 / std::sqrt(3.0), 1e-15);
  EXPECT_EQ(quadrature(CellType::tet4, 2).numPoints(), 4);
  EXPECT_EQ(quadrature(CellType::tet4, 5).numPoints(), 14);
  EXPECT_EQ(quadrature(CellType::hex8, 3).numPoints(), 8);
}

}  // namespace
}  // namespace tenon::fem
