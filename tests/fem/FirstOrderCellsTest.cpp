// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "fem/FirstOrderCells.hpp"

#include <gtest/gtest.h>

#include "TestObject.hpp"
#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::fem {
namespace {

using testing::TestObject;

class FirstOrder : public ::testing::TestWithParam<CellType> {};

std::string nameOf(const ::testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}

/// Verifies that the first-order cells fill the region without overlap and have positive volumes.
TEST_P(FirstOrder, CellsFillTheRegion) {
  TestObject object(testing::boxOf(GetParam(), {2, 3, 2}));
  const Region region(object.domain, "", object.dim(), "test");
  for (const RegionPart& part : region.parts()) {
    const FirstOrderCells children(part);
    EXPECT_EQ(children.type(), linearType(part.type()));
    EXPECT_EQ(children.table().num_elements, part.numCells() * (object.dim() == 3 ? 8 : 4));
    CellIntegrator whole(part.type(), quadrature(part.type(), Purpose::stiffness));
    CellIntegrator child(children.type(), quadrature(children.type(), Purpose::stiffness));
    const auto measureOf = [&](CellIntegrator& integrator, const LocalIndex* nodes) {
      double sum = 0.0;
      integrator.setCell(nodes, object.state.reference().data(), object.dim());
      for (int q = 0; q < integrator.numPoints(); ++q) sum += integrator.at(q).measure;
      return sum;
    };
    double all = 0.0, parts = 0.0;
    for (LocalIndex cell = 0; cell < part.numCells(); ++cell) all += measureOf(whole, part.nodesOf(cell));
    for (LocalIndex cell = 0; cell < children.table().num_elements; ++cell) {
      const double measure = measureOf(child, children.table().nodes + std::ptrdiff_t(cell) * numVertices(part.type()));
      EXPECT_GT(measure, 0.0);
      parts += measure;
    }
    EXPECT_NEAR(parts, all, 1e-12 * all);
  }
}
INSTANTIATE_TEST_SUITE_P(Types, FirstOrder,
                         ::testing::Values(CellType::tri6, CellType::quad9, CellType::tet10, CellType::hex27), nameOf);

TEST(FirstOrderCells, AreTheCellsThemselvesWithoutInnerNodes) {
  for (const CellType type : {CellType::hex8, CellType::hex20, CellType::prism15, CellType::quad8, CellType::tet4}) {
    EXPECT_TRUE(firstOrderNodes(type).empty());
    TestObject object(testing::boxOf(type, {2, 2, 2}));
    const Region region(object.domain, "", object.dim(), "test");
    for (const RegionPart& part : region.parts()) {
      const FirstOrderCells same(part);
      EXPECT_EQ(same.type(), part.type());
      EXPECT_EQ(same.table().nodes, part.table().nodes);
      EXPECT_EQ(same.table().num_elements, part.numCells());
    }
  }
}

}  // namespace
}  // namespace tenon::fem
