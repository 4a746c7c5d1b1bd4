// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "fem/shapes.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tenon/fem/Quadrature.hpp"

namespace tenon::fem {
namespace {

const std::vector<CellType> all_types{CellType::point1, CellType::line2,  CellType::line3,   CellType::tri3,
                                      CellType::tri6,   CellType::quad4,  CellType::quad8,   CellType::quad9,
                                      CellType::tet4,   CellType::tet10,  CellType::hex8,    CellType::hex20,
                                      CellType::hex27,  CellType::prism6, CellType::prism15, CellType::pyramid5};

class Shapes : public testing::TestWithParam<CellType> {
 protected:
  CellType type() const { return GetParam(); }
  int n() const { return numNodes(type()); }
  int dim() const { return dimensionOf(type()); }
  /// Returns points inside the cell.
  std::vector<base::Vec3> points() const { return quadrature(type(), 6).points; }
};

TEST_P(Shapes, agreeWithTheMeshModulesTable) {
  const auto& info = mesh::info(type());
  EXPECT_EQ(n(), info.num_nodes);
  EXPECT_EQ(dim(), info.dimension);
  EXPECT_EQ(orderOf(type()), info.order);
  EXPECT_EQ(numVertices(type()), info.num_vertices);
}

TEST_P(Shapes, areOneAtTheirNodeAndZeroAtTheOthers) {
  std::vector<double> N(static_cast<std::size_t>(n()));
  for (int b = 0; b < n(); ++b) {
    shapeFunctions(type(), nodeCoordinates(type(), b), N.data());
    for (int a = 0; a < n(); ++a) EXPECT_NEAR(N[static_cast<std::size_t>(a)], a == b ? 1.0 : 0.0, 1e-15) << a << b;
  }
}

TEST_P(Shapes, sumToOneAndGradientsToZero) {
  std::vector<double> N(static_cast<std::size_t>(n())), dN(static_cast<std::size_t>(n() * dim()));
  for (const auto& xi : points()) {
    shapeFunctions(type(), xi.data(), N.data());
    double sum = 0;
    for (const double value : N) sum += value;
    EXPECT_NEAR(sum, 1.0, 1e-14);
    if (dim() == 0) continue;
    shapeGradients(type(), xi.data(), dN.data());
    for (int j = 0; j < dim(); ++j) {
      double slope = 0;
      for (int a = 0; a < n(); ++a) slope += dN[static_cast<std::size_t>(a * dim() + j)];
      EXPECT_NEAR(slope, 0.0, 1e-13);
    }
  }
}

TEST_P(Shapes, reproduceLinearFields) {
  std::vector<double> N(static_cast<std::size_t>(n()));
  for (const auto& xi : points()) {
    shapeFunctions(type(), xi.data(), N.data());
    base::Vec3 x = base::Vec3::Zero();
    for (int a = 0; a < n(); ++a)
      x += N[static_cast<std::size_t>(a)] * Eigen::Map<const base::Vec3>(nodeCoordinates(type(), a));
    EXPECT_LT((x - xi).norm(), 1e-14);
  }
}

TEST_P(Shapes, gradientsMatchCentralDifferences) {
  if (dim() == 0) return;
  const auto count = static_cast<std::size_t>(n());
  std::vector<double> up(count), down(count), dN(count * static_cast<std::size_t>(dim()));
  const double h = 1e-6;
  for (const auto& xi : points()) {
    shapeGradients(type(), xi.data(), dN.data());
    for (int j = 0; j < dim(); ++j) {
      base::Vec3 plus = xi, minus = xi;
      plus[j] += h;
      minus[j] -= h;
      shapeFunctions(type(), plus.data(), up.data());
      shapeFunctions(type(), minus.data(), down.data());
      for (std::size_t a = 0; a < count; ++a)
        EXPECT_NEAR(dN[a * static_cast<std::size_t>(dim()) + static_cast<std::size_t>(j)], (up[a] - down[a]) / (2 * h),
                    1e-8);
    }
  }
}

/// Verifies that the facets of a solid cell have the shape functions of the corresponding face
/// type, so that neighbours of different shapes conform.
TEST_P(Shapes, restrictToThoseOfTheFacets) {
  for (const auto& [facet, nodes] : mesh::info(type()).facets) {
    std::vector<double> face(static_cast<std::size_t>(numNodes(facet))), cell(static_cast<std::size_t>(n()));
    for (const auto& eta : quadrature(facet, 3).points) {
      shapeFunctions(facet, eta.data(), face.data());
      base::Vec3 xi = base::Vec3::Zero();
      for (std::size_t a = 0; a < nodes.size(); ++a)
        xi += face[a] * Eigen::Map<const base::Vec3>(nodeCoordinates(type(), nodes[a]));
      shapeFunctions(type(), xi.data(), cell.data());
      for (std::size_t a = 0; a < nodes.size(); ++a)
        EXPECT_NEAR(cell[static_cast<std::size_t>(nodes[a])], face[a], 1e-14);
    }
  }
}

std::string nameOf(const testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, Shapes, testing::ValuesIn(all_types), nameOf);

}  // namespace
}  // namespace tenon::fem
