// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/linear/DisplacementConstraint.hpp"

#include "objects.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Vec3;
using mesh::CellType;
using testing::among;
using testing::Object;

DisplacementConstraint::Data data(const base::ComponentValues& values,
                                  const base::Mat3& gradient = base::Mat3::Zero()) {
  DisplacementConstraint::Data d;
  d.name = "grip", d.object = "cube", d.group = "zmax", d.values = values, d.gradient = gradient;
  return d;
}

TEST(DisplacementConstraint, IsTheDistanceFromTheGivenDisplacement) {
  const Communicator world = Communicator::world();
  Object cube("cube", mesh::box(world, CellType::hex8, {2, 3, 2}, {0, 0, 0}, {1, 1, 1},
                                {nullptr, testing::randomPartition(world.size(), 4)}));
  const DisplacementConstraint hold(data({0.25, std::nullopt, -1.0}), among({&cube}));
  EXPECT_EQ(hold.block(), 2);
  EXPECT_EQ(testing::numAllRows(hold, world), 2 * 12);
  cube.move([](const Vec3& x) { return Vec3(x[0], 7.0, x[1]); });
  const auto phi = testing::residual(hold);
  for (std::size_t k = 0; k < phi.size(); ++k) {
    const Vec3 x = cube.place(hold.carrierNodes()[k / 2]);
    EXPECT_DOUBLE_EQ(x[2], 1.0);
    EXPECT_DOUBLE_EQ(phi[k], k % 2 == 0 ? x[0] - 0.25 : x[1] + 1.0);
  }
  testing::expectJacobianIsDerivative(hold, {&cube}, world);
}

TEST(DisplacementConstraint, FollowsAnAffineField) {
  Object cube("cube", mesh::box(Communicator::world(), CellType::tet10, {2, 2, 2}));
  const base::Mat3 gradient = (base::Mat3() << 1, 2, 3, 4, 5, 6, 7, 8, 9).finished();
  const DisplacementConstraint hold(data({1.0, 2.0, 3.0}, gradient), among({&cube}));
  EXPECT_EQ(hold.block(), 3);
  cube.move([&](const Vec3& x) { return Vec3(Vec3(1, 2, 3) + gradient * x); });
  EXPECT_LT(testing::largestResidual(hold, Communicator::world()), 1e-14);
  EXPECT_EQ(DisplacementConstraint(data({}, gradient), among({&cube})).block(), 3);
}

TEST(DisplacementConstraint, RefusesEmptyOrUnknownGroups) {
  const Object cube("cube", mesh::box(Communicator::world(), CellType::hex8, {2, 2, 2}));
  testing::expectInputError([&] { DisplacementConstraint(data({}), among({&cube})); },
                            {"Nothing is prescribed on object 'cube'"});
  const Object plate("cube", mesh::box(Communicator::world(), CellType::quad4, {2, 2, 0}));
  testing::expectInputError(
      [&] {
        DisplacementConstraint(data({std::nullopt, std::nullopt, 1.0}), among({&plate}));
      },
      {"two-dimensional", "no z component"});
}

}  // namespace
}  // namespace tenon::constraint
