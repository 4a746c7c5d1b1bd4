// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "constraint/registry.hpp"
#include "tenon/testing/ConstraintFixture.hpp"

namespace tenon::constraint {
namespace {

using mesh::CellType;
using testing::Box;
using testing::Objects;

std::unique_ptr<Constraint> make(const std::string& text, const Objects& objects) {
  ConstraintRegistry registry("constraint");
  registerConstraints(registry);
  const auto find = objects.find();
  return registry.make(base::CaseNode::parse(text, "case.yaml"), find);
}

/// Parameters of a constraint between two solids or two plates, as written in a case.
struct CaseText {
  std::string name, text;
  bool plane = false;
};

class NonlinearTest : public testing::ConstraintFixture, public ::testing::WithParamInterface<CaseText> {
  Constraint make(const Objects& objects) const override { return constraint::make(GetParam().text, objects); }
  std::vector<Box> boxes() const override {
    if (!GetParam().plane) return ConstraintFixture::boxes();
    return {{"left", CellType::quad4, {2, 3, 0}, {0, 0, 0}, {1, 1, 0}},
            {"right", CellType::tri6, {1, 1, 0}, {1.5, 0, 0}, {2, 1, 0}}};
  }
  double time() const override { return 0.5; }
};
TEST_P(NonlinearTest, isConsistent) {
  expectConsistent();
}

const std::string faces = "first: {object: left, group: xmax}, second: {object: right, group: xmin}";
INSTANTIATE_TEST_SUITE_P(
    cases, NonlinearTest,
    ::testing::Values(
        CaseText{"rods", "{type: distance, " + faces + "}"},
        CaseText{"drivenRods", "{type: distance, " + faces + ", distance: 0.4, history: [[0, 1], [1, 3]]}"},
        CaseText{"rodsOfOneObject",
                 "{type: distance, first: {object: left}, second: {object: left}, pairs: [[1, 18]]}"},
        CaseText{"sameRodTwice",
                 "{type: distance, first: {object: left}, second: {object: right}, pairs: [[1, 4], [1, 4], [9, 2]]}"},
        CaseText{"rodsInAPlane", "{type: distance, " + faces + "}", true},
        CaseText{"pointsOnASurface",
                 "{type: point-on-surface, points: {object: right, group: xmin}, surface: {object: left, group: xmax}, "
                 "reach: 1}"},
        CaseText{"pointsOnALine",
                 "{type: point-on-surface, points: {object: right, group: xmin}, surface: {object: left, group: xmax}, "
                 "reach: 1}",
                 true},
        CaseText{"wheel",
                 "{type: rolling, wheel: {object: left, group: ymin}, normal: [0, 0, 2], point: [0, 0, -0.3]}"},
        CaseText{"wheelInAPlane", "{type: rolling, wheel: {object: left, group: ymin}, normal: [0.3, 1, 0]}", true},
        CaseText{"angles", "{type: angle, objects: [left], triples: [[1, 2, 6], [3, 8, 12]]}"},
        CaseText{"anglesOfThree",
                 "{type: angle, objects: [left, right, left], triples: [[1, 2, 9], [7, 1, 9]], angle: 1.2}"},
        CaseText{"anglesInAPlane", "{type: angle, objects: [left], triples: [[1, 2, 6], [3, 8, 12]]}", true}),
    [](const auto& words) { return words.param.name; });

/// Returns Phi of a wheel whose nodes have the velocities v + omega x (x - p), where p lies on the
/// plane z = -0.3 below the centre.
std::vector<double> slipOf(const base::Vec3& v, const base::Vec3& omega, int partition) {
  Objects objects(base::Communicator::world(), {{"wheel", CellType::hex8, {2, 2, 2}}}, partition);
  const auto rolling =
      make("{type: rolling, wheel: {object: wheel, group: xmin}, normal: [0, 0, 1], point: [5, 5, -0.3]}", objects);
  objects.numberDofs();
  la::State& state = objects.state();
  base::Vec3 centre = base::Vec3::Zero();
  double count = 0.0;
  for (const LocalIndex node : fem::ownedNodes(objects.domain(), "xmin")) {
    centre += Eigen::Map<const base::Vec3>(state.reference().data() + 3 * static_cast<std::size_t>(node));
    count += 1.0;
  }
  objects.comm().sumInPlace(gsl::span<double>(centre.data(), 3));
  centre /= objects.comm().sum(count);
  centre[2] = -0.3;
  for (LocalIndex node = 0; node < state.layout().numLocal(); ++node) {
    const auto at = 3 * static_cast<std::size_t>(node);
    const base::Vec3 x = Eigen::Map<const base::Vec3>(state.reference().data() + at);
    Eigen::Map<base::Vec3>(state.velocity().data() + at) = v + omega.cross(x - centre);
  }
  std::vector<double> phi(static_cast<std::size_t>(rolling->numRows()), 0.0);
  rolling->addResidual(phi);
  return objects.comm().gatherAll(phi);
}

TEST(Rolling, hasAResidualForSlippingOnly) {
  for (const int partition : Objects::all_partitions) {
    for (const double slip : slipOf({0, 0, 0}, {0.4, -1.5, 0.7}, partition)) EXPECT_NEAR(slip, 0.0, 1e-13);
    const std::vector<double> sliding = slipOf({0.3, 0.4, 0.0}, {0.4, -1.5, 0.7}, partition);
    ASSERT_EQ(sliding.size(), 2u);
    EXPECT_NEAR(std::hypot(sliding[0], sliding[1]), 0.5, 1e-13);
    for (const double slip : slipOf({0.0, 0.0, 3.0}, {0, 0, 0}, partition)) EXPECT_NEAR(slip, 0.0, 1e-13) << "jumping";
  }
}

TEST(Angle, followsItsHistory) {
  for (const int partition : Objects::all_partitions) {
    Objects objects(base::Communicator::world(), {{"box", CellType::hex8, {2, 2, 2}}}, partition);
    const auto angle =
        make("{type: angle, objects: [box], triples: [[1, 2, 5], [2, 5, 4]], angle: 1.2, history: [[0, 1], [1, 2]]}",
             objects);
    objects.numberDofs();
    const auto phiAt = [&](double time) {
      std::vector<double> phi(static_cast<std::size_t>(angle->numRows()), 0.0);
      angle->setTime(time);
      angle->addResidual(phi);
      return objects.comm().gatherAll(phi);
    };
    const std::vector<double> start = phiAt(0.0), later = phiAt(0.5);
    ASSERT_EQ(start.size(), 2u);
    for (std::size_t row = 0; row < 2; ++row) EXPECT_NEAR(later[row] - start[row], -0.5 * 1.2, 1e-14);
  }
}

/// Fixture: nodes of a box on the bent rail of a block of tetrahedra, of first or second order.
class PathTest : public testing::ConstraintFixture, public ::testing::WithParamInterface<const char*> {
  Constraint make(const Objects& objects) const override {
    return constraint::make(
        "{type: point-on-path, points: {object: slider, group: xmin}, path: {object: block, group: rail}, reach: 0.9}",
        objects);
  }
  std::vector<Box> boxes() const override {
    return {{"slider", CellType::tet4, {1, 1, 1}, {1.05, 0.3, 0.05}, {1.3, 0.6, 0.2}},
            {"block", {}, {}, {}, {}, GetParam()}};
  }
};
TEST_P(PathTest, isConsistent) {
  expectConsistent();
}
INSTANTIATE_TEST_SUITE_P(orders, PathTest, ::testing::Values("data/rail1.msh", "data/rail2.msh"),
                         [](const auto& path) { return path.index == 0 ? "first" : "second"; });

}  // namespace
}  // namespace tenon::constraint
