// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/incompressible/FiniteIncompressible.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "constraint/incompressible/Incompressible.hpp"
#include "objects.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/testing/ConstraintFixture.hpp"

namespace tenon::constraint {
namespace {

using mesh::CellType;

struct ElementCase {
  std::string name;
  CellType type;
  bool is_linear;
};

class FiniteIncompressibleTest : public tenon::testing::ConstraintFixture,
                                 public ::testing::WithParamInterface<ElementCase> {
  bool isPlane() const { return mesh::info(GetParam().type).dimension == 2; }
  Constraint make(const Objects& objects) const override {
    Incompressible::Data data{"", "box"};
    data.pressure = GetParam().is_linear ? "linear" : "constant";
    data.bulk = 10;
    data.thickness = isPlane() ? 0.5 : 1.0;
    return std::make_unique<FiniteIncompressible>(data, objects.find());
  }
  std::vector<Box> boxes() const override { return {{"box", GetParam().type, {2, 1, isPlane() ? 0 : 1}}}; }
};
TEST_P(FiniteIncompressibleTest, isConsistent) {
  expectConsistent();
}
INSTANTIATE_TEST_SUITE_P(everyKind, FiniteIncompressibleTest,
                         ::testing::Values(ElementCase{"linearHex20", CellType::hex20, true},
                                           ElementCase{"linearTet10", CellType::tet10, true},
                                           ElementCase{"linearQuad9", CellType::quad9, true},
                                           ElementCase{"constantHex8", CellType::hex8, false},
                                           ElementCase{"constantTri6", CellType::tri6, false}),
                         [](const auto& tested) { return tested.param.name; });

// Phi is the change of volume, independent of rotations.
TEST(FiniteIncompressible, measuresTheVolume) {
  const auto& world = base::Communicator::world();
  testing::Object body("body", mesh::box(world, CellType::hex8, {3, 2, 2}, {0, 0, 0}, {1, 1, 1},
                                         {nullptr, testing::randomPartition(world.size(), 3)}));
  Incompressible::Data data{"", "body"};
  data.pressure = "constant";
  const FiniteIncompressible constraint(data, testing::among({&body}));
  const base::Mat3 R = Eigen::AngleAxisd(1.3, base::Vec3(1, 2, -1).normalized()).toRotationMatrix();
  for (const double stretch : {1.0, 1.5}) {
    body.move([&](const base::Vec3& x) { return base::Vec3(stretch * (R * x) - x); });
    double sum = 0;
    for (const double phi : testing::residual(constraint)) sum += phi;
    EXPECT_NEAR(world.sum(sum), std::pow(stretch, 3) - 1, 1e-13);
  }
}

}  // namespace
}  // namespace tenon::constraint
