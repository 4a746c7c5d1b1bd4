// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "constraint/ties/NodeTie.hpp"

#include <gmock/gmock.h>

#include <Eigen/Geometry>

#include "objects.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Mat3;
using base::Vec3;
using mesh::CellType;
using mesh::Point;
using testing::allOn;
using testing::among;
using testing::Object;
using testing::randomPartition;

Communicator world() {
  return Communicator::world();
}

NodeTie::Data lowerToUpper(double tolerance = 0.1) {
  return {"glue", {"upper", "zmin"}, {"lower", "zmax"}, tolerance};
}

Vec3 affine(const Vec3& x) {
  const Mat3 gradient = (Mat3() << 0.3, -0.7, 0.2, 1.1, 0.4, -0.5, 0.6, -0.2, 0.9).finished();
  return Vec3(0.1, -0.2, 0.3) + gradient * x;
}

/// Two unit boxes, one on top of the other, that meet at z = 1.
struct Boxes {
  Object lower, upper;

  Boxes(const Communicator& comm, CellType lower_type, std::array<int, 3> lower_cells, CellType upper_type,
        std::array<int, 3> upper_cells, const mesh::BoxOptions& lower_options = {},
        const mesh::BoxOptions& upper_options = {}, double gap = 0.0)
      : lower("lower", mesh::box(comm, lower_type, lower_cells, {0, 0, 0}, {1, 1, 1}, lower_options)),
        upper("upper", mesh::box(comm, upper_type, upper_cells, {0, 0, 1 + gap}, {1, 1, 2 + gap}, upper_options)) {}

  fem::FindDomain find() const { return among({&lower, &upper}); }
};

long numNodes(const Object& object, const std::string& group) {
  return object.mesh.comm().sum(static_cast<long>(fem::ownedNodes(object.domain, group).size()));
}

TEST(NodeTie, LetsEveryAffineMotionPassOnMeshesOfAnyKind) {
  const CellType types[] = {CellType::hex8,  CellType::hex20,  CellType::hex27,   CellType::tet4,
                            CellType::tet10, CellType::prism6, CellType::prism15, CellType::pyramid5};
  for (const CellType lower : types)
    for (const CellType upper : {CellType::hex8, CellType::tet10}) {
      Boxes boxes(world(), lower, {3, 2, 2}, upper, {2, 5, 1}, {nullptr, randomPartition(world().size(), 1)});
      const NodeTie tie(lowerToUpper(), boxes.find());
      EXPECT_EQ(testing::numAllRows(tie, world()), 3 * numNodes(boxes.upper, "zmin"));
      boxes.lower.move(affine), boxes.upper.move(affine);
      EXPECT_LT(testing::largestResidual(tie, world()), 1e-13) << mesh::info(lower).name;
    }
}

TEST(NodeTie, LetsEveryAffineMotionPassInThePlane) {
  for (const CellType type : {CellType::quad4, CellType::quad8, CellType::quad9, CellType::tri3, CellType::tri6}) {
    Object lower("lower", mesh::box(world(), type, {3, 2, 0}));
    Object upper("upper", mesh::box(world(), CellType::tri6, {4, 2, 0}, {0, 1, 0}, {1, 2, 0},
                                    {nullptr, randomPartition(world().size(), 2)}));
    const NodeTie tie({"", {"upper", "ymin"}, {"lower", "ymax"}, 0.1}, among({&lower, &upper}));
    EXPECT_EQ(tie.block(), 2);
    EXPECT_EQ(testing::numAllRows(tie, world()), 2 * 9);
    lower.move(affine), upper.move(affine);
    EXPECT_LT(testing::largestResidual(tie, world()), 1e-13);
  }
}

TEST(NodeTie, LeavesTheDifferenceOfTwoMotions) {
  Boxes boxes(world(), CellType::hex8, {2, 2, 1}, CellType::tet4, {3, 3, 1});
  const NodeTie tie(lowerToUpper(), boxes.find());
  boxes.upper.move([](const Vec3& x) { return Vec3(affine(x) + Vec3(1, 2, 3)); });
  boxes.lower.move(affine);
  const auto phi = testing::residual(tie);
  for (std::size_t row = 0; row < phi.size(); ++row) EXPECT_NEAR(phi[row], 1.0 + static_cast<double>(row % 3), 1e-13);
}

TEST(NodeTie, JoinsMatchingNodesOneToOne) {
  for (const CellType type : {CellType::hex8, CellType::hex20, CellType::tet10}) {
    Boxes boxes(world(), type, {2, 3, 2}, type, {2, 3, 2});
    const NodeTie tie(lowerToUpper(), boxes.find());
    for (const auto& c : testing::allRows(tie, {&boxes.lower, &boxes.upper}, world())) {
      EXPECT_NEAR(c.value, c.object == 1 ? 1.0 : -1.0, 1e-12);
      EXPECT_EQ(c.row, c.component);
    }
  }
}

Point wavy(const Point& x) {
  return {x[0], x[1], x[2] + 0.02 * std::sin(5 * x[0]) * std::cos(4 * x[1])};
}

TEST(NodeTie, LetsTranslationsPassOnCurvedSides) {
  for (const CellType type : {CellType::hex20, CellType::hex27, CellType::tet10, CellType::hex8}) {
    Boxes boxes(world(), type, {3, 3, 1}, CellType::tet10, {4, 5, 1}, {wavy, nullptr}, {wavy, nullptr});
    const NodeTie tie(lowerToUpper(), boxes.find());
    EXPECT_EQ(testing::numAllRows(tie, world()), 3 * numNodes(boxes.upper, "zmin"));
    const auto translation = [](const Vec3&) { return Vec3(0.7, -1.3, 2.1); };
    boxes.lower.move(translation), boxes.upper.move(translation);
    EXPECT_LT(testing::largestResidual(tie, world()), 1e-13);
  }
}

// Nodes of one side lie above or below the facets of the other.
TEST(NodeTie, LetsRotationsPassOnCurvedSides) {
  for (const CellType type : {CellType::hex20, CellType::hex27, CellType::tet10, CellType::hex8})
    for (const double gap : {0.0, 0.02}) {
      Boxes boxes(world(), type, {3, 3, 1}, CellType::tet10, {4, 5, 1}, {wavy, nullptr}, {wavy, nullptr}, gap);
      const NodeTie tie(lowerToUpper(0.3), boxes.find());
      EXPECT_EQ(testing::numAllRows(tie, world()), 3 * numNodes(boxes.upper, "zmin"));
      const auto rotation = [](const Vec3& x) -> Vec3 { return Vec3(0.7, -1.3, 2.1).cross(x); };
      boxes.lower.move(rotation), boxes.upper.move(rotation);
      EXPECT_LT(testing::largestResidual(tie, world()), 1e-13) << mesh::info(type).name;
    }
}

TEST(NodeTie, HasTheSameRowsOnEveryPartition) {
  const Communicator self = Communicator::self();
  const int last = world().size() - 1;
  const std::vector<std::pair<std::function<int(const Point&)>, std::function<int(const Point&)>>> parts{
      {nullptr, nullptr},
      {randomPartition(last + 1, 1), randomPartition(last + 1, 2)},
      {allOn(0), allOn(last)},
      {allOn(last), randomPartition(last + 1, 5)}};
  for (const CellType lower : {CellType::hex20, CellType::tet10, CellType::hex8}) {
    const Boxes whole(self, lower, {3, 3, 1}, CellType::hex27, {2, 4, 1}, {wavy, nullptr}, {wavy, nullptr});
    const auto expected = testing::allRows(NodeTie(lowerToUpper(), whole.find()), {&whole.lower, &whole.upper}, self);
    for (const auto& [lower_part, upper_part] : parts) {
      const Boxes boxes(world(), lower, {3, 3, 1}, CellType::hex27, {2, 4, 1}, {wavy, lower_part}, {wavy, upper_part});
      const auto rows = testing::allRows(NodeTie(lowerToUpper(), boxes.find()), {&boxes.lower, &boxes.upper}, world());
      ASSERT_EQ(rows.size(), expected.size());
      for (std::size_t k = 0; k < rows.size(); ++k) {
        EXPECT_EQ(rows[k].key(), expected[k].key());
        EXPECT_NEAR(rows[k].value, expected[k].value, 1e-12);
      }
    }
  }
}

TEST(NodeTie, JacobianIsTheDerivativeOfTheResidual) {
  Boxes boxes(world(), CellType::hex20, {2, 1, 1}, CellType::hex8, {2, 2, 1},
              {wavy, randomPartition(world().size(), 3)}, {wavy, nullptr});
  boxes.lower.move(affine), boxes.upper.move(affine);
  testing::expectJacobianIsDerivative(NodeTie(lowerToUpper(), boxes.find()), {&boxes.lower, &boxes.upper}, world());
}

TEST(NodeTie, PutsOppositeForcesOnBothSides) {
  Boxes boxes(world(), CellType::tet10, {2, 2, 1}, CellType::hex8, {3, 2, 1});
  const NodeTie tie(lowerToUpper(), boxes.find());
  std::vector<double> lambda;
  for (const LocalIndex node : tie.carrierNodes())
    for (int c = 0; c < 3; ++c)
      lambda.push_back(
          std::sin(1.0 + c + static_cast<double>(boxes.upper.mesh.nodePositions()[static_cast<std::size_t>(node)])));
  const auto on_upper = testing::forces(tie, lambda, boxes.upper);
  for (std::size_t k = 0; k < lambda.size(); ++k)  // the multipliers are the forces on the slave nodes
    EXPECT_EQ(on_upper[3 * static_cast<std::size_t>(tie.carrierNodes()[k / 3]) + k % 3], lambda[k]);
  const base::Vec6 upper = testing::resultant(on_upper, boxes.upper);
  const base::Vec6 lower = testing::resultant(testing::forces(tie, lambda, boxes.lower), boxes.lower);
  EXPECT_GT(upper.norm(), 0.1);
  EXPECT_LT((upper + lower).norm(), 1e-12);
}

TEST(NodeTie, LeavesNodesFreeThatAreTooFarAway) {
  // The upper box overhangs: its nodes at x = 1.5 and 2 are not above any face.
  const auto stretched = [](const Point& x) { return Point{2 * x[0], x[1], x[2]}; };
  const Boxes boxes(world(), CellType::hex8, {4, 4, 1}, CellType::hex8, {4, 4, 1}, {}, {stretched, nullptr});
  const base::LogRecorder log;
  const NodeTie tie(lowerToUpper(), boxes.find());
  EXPECT_EQ(testing::numAllRows(tie, world()), 3 * 15);
  for (const LocalIndex node : tie.carrierNodes()) EXPECT_LE(boxes.upper.place(node)[0], 1.0);
  if (!world().isRoot()) return;
  EXPECT_THAT(log.text(), ::testing::HasSubstr("tie 'glue': 10 of 25 nodes of upper/zmin will remain free"));
  EXPECT_THAT(log.text(), ::testing::HasSubstr("node 5 has the largest distance, 1"));
}

TEST(NodeTie, BridgesGapsUpToItsTolerance) {
  // Faces of 1/2 x 1/2 have the diameter sqrt(1/2).
  const Boxes boxes(world(), CellType::hex8, {2, 2, 1}, CellType::hex8, {3, 3, 1}, {}, {}, 0.0707);
  EXPECT_EQ(testing::numAllRows(NodeTie(lowerToUpper(), boxes.find()), world()), 3 * 16);
  testing::expectInputError([&] { NodeTie(lowerToUpper(0.09), boxes.find()); },
                            {"The two sides of tie 'glue' do not meet", "upper/zmin", "lower/zmax", "0.0707"});
}

TEST(NodeTie, RefusesSidesThatAreOneOrShareNodes) {
  const Boxes boxes(world(), CellType::hex8, {2, 2, 1}, CellType::hex8, {3, 3, 1});
  testing::expectInputError(
      [&] {
        NodeTie({"t", {"lower", "zmax"}, {"lower", "zmax"}, 0.1}, boxes.find());
      },
      {"Both sides of tie 't' are lower/zmax"});
  testing::expectInputError(
      [&] {
        NodeTie({"t", {"lower", "zmax"}, {"lower", "xmax"}, 0.1}, boxes.find());
      },
      {"belongs to both sides of tie 't'", "lower/zmax", "lower/xmax", "Node "});
}

TEST(NodeTie, TiesTwoSidesOfOneObject) {
  const auto closed = [](const Point& x) {
    const double angle = 2 * M_PI * x[0];
    return Point{(1 + x[1]) * std::cos(angle), (1 + x[1]) * std::sin(angle), x[2]};
  };
  Object ring("ring", mesh::box(world(), CellType::hex8, {8, 2, 2}, {0, 0, 0}, {1, 1, 1}, {closed, nullptr}));
  const NodeTie tie({"seam", {"ring", "xmin"}, {"ring", "xmax"}, 0.1}, among({&ring}));
  EXPECT_EQ(testing::numAllRows(tie, world()), 3 * 9);
  ring.move(affine);
  EXPECT_LT(testing::largestResidual(tie, world()), 1e-13);
}

TEST(NodeTie, NamesWhatIsMissingOrDoesNotFit) {
  const Boxes boxes(world(), CellType::hex8, {2, 2, 1}, CellType::hex8, {3, 3, 1});
  const Object plate("plate", mesh::box(world(), CellType::quad4, {2, 2, 0}));
  const fem::FindDomain find = among({&boxes.lower, &boxes.upper, &plate});
  testing::expectInputError([&] { NodeTie({"t", {"upper", "zmim"}, {"lower", "zmax"}, 0.1}, find); }, {"zmim", "zmin"});
  testing::expectInputError(
      [&] {
        NodeTie({"t", {"upper", "zmin"}, {"lower", "all"}, 0.1}, find);
      },
      {"'all'", "dimension 3"});
  testing::expectInputError(
      [&] {
        NodeTie({"t", {"plate", "ymin"}, {"lower", "zmax"}, 0.1}, find);
      },
      {"plate/ymin", "one is two-dimensional"});
}

}  // namespace
}  // namespace tenon::constraint
