// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Linear constraints as written in cases: the checks that the fixture applies to every constraint,
// and time histories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "constraint/registry.hpp"
#include "objects.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/testing/ConstraintFixture.hpp"

namespace tenon::constraint {
namespace {

using mesh::CellType;
using ::testing::AllOf;
using ::testing::DoubleEq;
using ::testing::Each;

std::unique_ptr<Constraint> make(const std::string& text, const fem::FindDomain& find) {
  ConstraintRegistry registry("constraint");
  registerConstraints(registry);
  return registry.make(base::CaseNode::parse(text, "case.yaml"), find);
}

struct CaseText {
  std::string name, text;
  bool plane = false;
};

class LinearTypesTest : public tenon::testing::ConstraintFixture, public ::testing::WithParamInterface<CaseText> {
  Constraint make(const Objects& objects) const override { return constraint::make(GetParam().text, objects.find()); }
  std::vector<Box> boxes() const override {
    if (GetParam().plane)
      return {{"left", CellType::quad9, {2, 2, 0}, {0, 0, 0}, {1, 1, 0}},
              {"right", CellType::tri3, {2, 3, 0}, {1, 0, 0}, {2, 1, 0}}};
    return {{"left", CellType::tet10, {1, 2, 1}}, {"right", CellType::hex8, {1, 3, 2}, {1, 0, 0}, {2, 1, 1}}};
  }
  double time() const override { return 0.5; }
};
TEST_P(LinearTypesTest, isConsistent) {
  expectConsistent();
}

const std::string sides = "slave: {object: right, group: xmin}, master: {object: left, group: xmax}";
const std::string ends = "first: {object: left, group: ymin}, second: {object: right, group: xmax}";
INSTANTIATE_TEST_SUITE_P(
    cases, LinearTypesTest,
    ::testing::Values(
        CaseText{"mortar", "{type: tie, " + sides + "}"},
        CaseText{"dualMortar", "{type: tie, multipliers: dual, " + sides + "}"},
        CaseText{"mortarInAPlane", "{type: tie, " + sides + "}", true},
        CaseText{"nodes", "{type: tie, method: nodes, " + sides + "}"},
        CaseText{"drivenHold",
                 "{type: prescribed, object: left, group: xmin, values: {x: 1, z: 2}, history: [[0, 0], [1, 3]]}"},
        CaseText{"points", "{type: point-on-point, " + ends + "}"},
        CaseText{"drivenPoints",
                 "{type: point-on-point, first: {object: left}, second: {object: right}, "
                 "pairs: [[1, 4], [9, 2]], offset: [1, 2, 3], history: [[0, 0], [1, 2]]}"},
        CaseText{"pointsInAPlane", "{type: point-on-point, " + ends + ", offset: [1, 2, 0]}", true},
        CaseText{"plane",
                 "{type: point-on-plane, object: left, group: zmax, normal: [1, 2, 2], point: [0, 0, 1.5], "
                 "value: 0.1, history: [[0, 0], [1, 1]]}"},
        CaseText{"planesOfTheirOwn", "{type: point-on-plane, object: right, group: zmax, normal: [0, 0, -3]}"},
        CaseText{"line",
                 "{type: point-on-line, object: left, group: xmin, direction: [1, 1, 0], point: [0, 0, 0], "
                 "offset: [0, 0, 1]}"},
        CaseText{"lineInAPlane", "{type: point-on-line, object: left, group: xmin, direction: [1, 1, 0]}", true},
        CaseText{
            "equations",
            "{type: multi-point, history: [[0, 0], [1, 2]], equations: [{value: 3, terms: [{object: right, node: 5, "
            "component: x}, {object: left, node: 2, component: z, coefficient: -2}]}, {terms: [{object: left, node: "
            "7, component: y, coefficient: 0.5}, {object: left, node: 7, component: z}]}]}"},
        CaseText{"linearPressure", "{type: incompressible, object: left, bulk: 10}"},
        CaseText{"linearPressureInAPlane", "{type: incompressible, object: left}", true},
        CaseText{"constantPressure", "{type: incompressible, object: right, pressure: constant}"}),
    [](const auto& tested) { return tested.param.name; });

struct Cubes {
  testing::Object left, right;
  Cubes()
      : left("left", mesh::box(base::Communicator::world(), CellType::hex8, {2, 2, 2})),
        right("right", mesh::box(base::Communicator::world(), CellType::hex8, {2, 2, 2}, {2, 0, 0}, {3, 1, 1})) {}
  fem::FindDomain find() const { return testing::among({&left, &right}); }
};

// At zero displacement, Phi is the remaining prescribed displacement.
TEST(LinearTypes, FollowTheirHistories) {
  const Cubes cubes;
  const std::string history = ", history: [[1, 0], [2, 1], [4, -3]]}";
  const auto hold = make("{type: prescribed, object: left, group: xmin, values: {y: 0.5}" + history, cubes.find());
  const auto plane = make(
      "{type: point-on-plane, object: left, group: zmax, normal: [0, 0, 2], point: [0, 0, 1.25], value: 0.5" + history,
      cubes.find());
  const auto apart = make(
      "{type: point-on-point, first: {object: left}, second: {object: right}, pairs: [[1, 1]], "
      "offset: [0.5, 0.5, 0.5]" +
          history,
      cubes.find());
  for (const auto& [time, factor] : {std::pair{0.0, 0.0}, {1.5, 0.5}, {2.0, 1.0}, {3.0, -1.0}, {9.0, -3.0}}) {
    for (const auto& [constraint, constant] : {std::pair{hold.get(), 0.0}, {plane.get(), -0.25}, {apart.get(), 0.0}}) {
      constraint->setTime(time);
      EXPECT_THAT(testing::residual(*constraint), Each(DoubleEq(constant - 0.5 * factor))) << constraint->name();
    }
  }
}

TEST(LinearTypes, ALineTakesTheOffsetAcrossOnly) {
  Cubes cubes;
  const auto line =
      make("{type: point-on-line, object: left, group: xmin, direction: [0, 0, 2], offset: [3, 4, 100]}", cubes.find());
  EXPECT_EQ(testing::numAllRows(*line, base::Communicator::world()), 2 * 9);
  cubes.left.move([](const base::Vec3& x) { return base::Vec3(3, 4, 7 * x[1]); });
  EXPECT_LT(testing::largestResidual(*line, base::Communicator::world()), 1e-14);
  const auto through =
      make("{type: point-on-line, object: left, group: xmin, direction: [0, 0, 2], point: [5, 6, 7]}", cubes.find());
  cubes.left.move([](const base::Vec3& x) { return base::Vec3(5 - x[0], 6 - x[1], 1); });
  EXPECT_LT(testing::largestResidual(*through, base::Communicator::world()), 1e-14);
}

TEST(LinearTypes, RefuseWhatDoesNotFit) {
  const Cubes cubes;
  const auto refuses = [&](const std::string& text, const std::vector<std::string>& says) {
    testing::expectInputError([&] { make(text, cubes.find()); }, says);
  };
  refuses("{type: point-on-plane, object: left, group: zmax, normal: [0, 0, 0]}",
          {"[0, 0, 0], which does not define a direction"});
  refuses("{type: point-on-line, object: left, group: zmix, direction: [1, 0, 0]}", {"zmix", "zmin"});
  refuses("{type: point-on-point, first: {object: left}, second: {object: right}}", {"either a group for each end"});
  refuses("{type: point-on-point, first: {object: left}, second: {object: right}, pairs: [[1, 99]]}", {"no node 99"});
  refuses("{type: prescribed, object: left, group: xmin, values: {x: 0}, compliance: -1}", {"must not be negative"});
  refuses("{type: incompressible, object: left}", {"first-order cells (hex8)", "pressure: constant"});
  refuses("{type: incompressible, object: left, pressure: constant, group: xmin}", {"xmin"});
}

// The pressure rows measure the change of volume: for a uniform pressure, tr(A) V.
TEST(LinearTypes, PressureRowsMeasureTheChangeOfVolume) {
  for (const CellType type : {CellType::tet10, CellType::hex20, CellType::hex27, CellType::prism15, CellType::hex8})
    for (const char* pressure : {"linear", "constant"}) {
      if (type == CellType::hex8 && pressure == std::string("linear")) continue;
      testing::Object body("body",
                           mesh::box(base::Communicator::world(), type, {2, 1, 3}, {0, 0, 0}, {2, 1, 1},
                                     {nullptr, testing::randomPartition(base::Communicator::world().size(), 3)}));
      const auto rows = make(std::string("{type: incompressible, object: body, bulk: 4, pressure: ") + pressure + "}",
                             testing::among({&body}));
      body.move(
          [](const base::Vec3& x) { return base::Vec3(0.3 * x[0] + x[1], x[2] - 0.1 * x[1], x[0] + 0.5 * x[2]); });
      const auto phi = testing::residual(*rows);
      const auto volumes = rows->measures(), compliances = rows->compliances();
      double volume = 0.0;
      for (std::size_t r = 0; r < phi.size(); ++r) {
        EXPECT_NEAR(phi[r], 0.7 * volumes[r], 1e-13) << mesh::info(type).name;
        EXPECT_DOUBLE_EQ(compliances[r], volumes[r] / 4);
        volume += volumes[r];
      }
      EXPECT_NEAR(base::Communicator::world().sum(volume), 2.0, 1e-12);
      const long vertices = type == CellType::prism15 ? 0 : 3 * 2 * 4;
      if (vertices > 0 && pressure == std::string("linear")) {
        EXPECT_EQ(testing::numAllRows(*rows, base::Communicator::world()), vertices);
      }
    }
}

// A plate of half the thickness has half the rows and volumes of a plate of unit thickness.
TEST(LinearTypes, PressureRowsAreThoseOfTheThickness) {
  for (const char* pressure : {"linear", "constant"}) {
    testing::Object plate("plate",
                          mesh::box(base::Communicator::world(), CellType::quad9, {2, 3, 0}, {0, 0, 0}, {2, 1, 0},
                                    {nullptr, testing::randomPartition(base::Communicator::world().size(), 3)}));
    const auto phiOf = [&](const std::string& thickness) {
      const auto rows = make(std::string("{type: incompressible, object: plate, bulk: 4, pressure: ") + pressure +
                                 ", thickness: " + thickness + "}",
                             testing::among({&plate}));
      plate.move([](const base::Vec3& x) { return base::Vec3(0.3 * x[0] + x[1], -0.1 * x[1], 0); });
      std::vector<double> phi = testing::residual(*rows);
      const auto volumes = rows->measures();
      for (std::size_t r = 0; r < phi.size(); ++r) EXPECT_NEAR(phi[r], 0.2 * volumes[r], 1e-13);
      return phi;
    };
    const std::vector<double> whole = phiOf("1"), half = phiOf("0.5");
    ASSERT_EQ(whole.size(), half.size());
    for (std::size_t r = 0; r < whole.size(); ++r) EXPECT_NEAR(half[r], 0.5 * whole[r], 1e-14);
  }
}

}  // namespace
}  // namespace tenon::constraint
