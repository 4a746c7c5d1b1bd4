// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Region.hpp"

#include <gtest/gtest.h>

#include "TestObject.hpp"
#include "fem/errorNorms.hpp"
#include "fem/outwardSigns.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/fem/CellIntegrator.hpp"

namespace tenon::fem {
namespace {

using base::Mat3;
using base::Vec3;
using testing::TestObject;

TEST(Region, ofTheWholeObjectUsesTheConnectivityOfTheMesh) {
  TestObject object(testing::boxOf(CellType::hex8, {3, 2, 2}));
  const Region region(object.domain, "", 3, "test");
  ASSERT_EQ(region.parts().size(), 1u);
  EXPECT_EQ(region.parts()[0].table().nodes, object.mesh.blocks()[0].nodes.data());
  EXPECT_EQ(object.mesh.comm().sum(region.parts()[0].numOwned()), 12);
}

TEST(Region, ofAGroupHasOneCopyOfItsConnectivity) {
  TestObject object(testing::boxOf(CellType::prism6, {3, 2, 2}));
  const Region region(object.domain, "zmax", 2, "test");
  int num_owned = 0;
  for (const RegionPart& part : region.parts()) {
    num_owned += part.numOwned();
    for (LocalIndex i = 0; i < part.numCells(); ++i) {
      EXPECT_EQ(part.nodesOf(i)[0], part.cells().nodesOf(part.cell(i))[0]);
      EXPECT_EQ(object.point(part.nodesOf(i)[0])[2], 1.0);
    }
  }
  EXPECT_EQ(object.mesh.comm().sum(num_owned), 12);
}

TEST(Region, rejectsMissingGroupsAndOtherDimensions) {
  TestObject object(testing::boxOf(CellType::hex8, {1, 1, 1}));
  EXPECT_THROW(Region(object.domain, "nowhere", 3, "test"), base::InputError);
  EXPECT_THROW(Region(object.domain, "xmin", 3, "test"), base::InputError);
}

class OutwardSigns : public ::testing::TestWithParam<CellType> {};

/// Verifies that the sides of a generated box have outward normals.
TEST_P(OutwardSigns, arePositiveOnTheSidesOfABox) {
  TestObject object(testing::bentBox(GetParam(), {2, 2, 2}));
  for (const auto& group : object.mesh.groups()) {
    if (group.dimension != object.dim() - 1) continue;
    const Region faces(object.domain, group.name, object.dim() - 1, "test");
    for (const auto& part : outwardSigns(object.domain, faces, "test"))
      for (const double sign : part) EXPECT_GE(sign, 0.0);
  }
}
std::string nameOf(const ::testing::TestParamInfo<CellType>& param) {
  return mesh::info(param.param).name;
}
INSTANTIATE_TEST_SUITE_P(allCellTypes, OutwardSigns, ::testing::ValuesIn(testing::solid_types), nameOf);

TEST(CellIntegrator, volumesOfEveryCellTypeFillTheBox) {
  for (const CellType type : testing::solid_types) {
    TestObject object(testing::boxOf(type, {2, 3, 2}));
    const Region region(object.domain, "", object.dim(), "test");
    double volume = 0;
    Vec3 moment = Vec3::Zero();
    forEachPoint(region, object.state, massDegree, true, [&](const RegionPart&, LocalIndex, const PointGeometry& p) {
      volume += p.measure;
      moment += p.measure * p.position;
    });
    EXPECT_NEAR(object.mesh.comm().sum(volume), 1.0, 1e-13) << mesh::info(type).name;
    EXPECT_NEAR(object.mesh.comm().sum(moment[0]), 0.5, 1e-13) << mesh::info(type).name;
  }
}

TEST(ErrorNorms, vanishForFieldsThatTheMeshCanRepresent) {
  TestObject object(testing::boxOf(CellType::tet10, {2, 2, 2}, testing::sheared));
  const ExactDisplacement exact{[](const Vec3& x) { return Vec3(x[0] * x[0], x[1] * x[2], x[0] - x[1] * x[1]); },
                                [](const Vec3& x) {
                                  Mat3 H;
                                  H << 2 * x[0], 0, 0, 0, x[2], x[1], 1, -2 * x[1], 0;
                                  return H;
                                }};
  object.displace(exact.value);
  const ErrorNorms norms = errorNorms(object.domain, exact);
  EXPECT_LT(norms.l2, 1e-14);
  EXPECT_LT(norms.h1_semi, 1e-13);
}

/// Compares with closed-form solutions for u = (x^4, 0, 0) on the unit cube: |u| = 1/3, and the
/// norm of the gradient is sqrt(16/7).
TEST(ErrorNorms, areNormsOfTheFieldForZeroDisplacement) {
  for (const CellType type : {CellType::hex8, CellType::tet4, CellType::hex27, CellType::prism15, CellType::quad9}) {
    TestObject object(testing::boxOf(type, {2, 1, 1}));
    const ErrorNorms norms = errorNorms(object.domain, {[](const Vec3& x) { return Vec3(std::pow(x[0], 4), 0, 0); },
                                                        [](const Vec3& x) {
                                                          Mat3 H = Mat3::Zero();
                                                          H(0, 0) = 4 * std::pow(x[0], 3);
                                                          return H;
                                                        }});
    EXPECT_NEAR(norms.l2, 1.0 / 3, 1e-13) << mesh::info(type).name;
    EXPECT_NEAR(norms.h1_semi, std::sqrt(16.0 / 7), 1e-13) << mesh::info(type).name;
  }
}

}  // namespace
}  // namespace tenon::fem
