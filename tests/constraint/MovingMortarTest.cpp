// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Mortar contacts whose overlaps are those of the current configuration.
#include <gmock/gmock.h>

#include <Eigen/Geometry>
#include <map>

#include "constraint/contact/ContactConstraint.hpp"
#include "tenon/testing/Objects.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Mat3;
using base::Vec3;
using mesh::CellType;
using testing::Box;
using testing::Objects;
using Motion = std::function<Vec3(const Vec3&)>;

/// A small body above a long one, displaced by `by`, and the mortar contact between them.
struct Pair {
  Pair(bool plane, int partition, const std::string& overlaps, const Vec3& by = Vec3::Zero())
      : objects(Communicator::world(), boxes(plane, by), partition), plane_(plane) {
    ContactConstraint::Data data;
    data.slave = {"right", plane ? "ymin" : "zmin"};
    data.master = {"left", plane ? "ymax" : "zmax"};
    data.method = "mortar";
    data.friction = 0.3;
    data.reach = 0.5;
    data.overlaps = overlaps;
    contact = ContactConstraint::make(data, objects.find());
    objects.numberDofs();
  }
  static std::vector<Box> boxes(bool plane, const Vec3& by) {
    std::vector<Box> boxes;
    if (plane)
      boxes = {{"left", CellType::quad8, {8, 1, 0}, {0, 0, 0}, {2, 1, 0}},
               {"right", CellType::tri3, {2, 1, 0}, {0.1, 1.1, 0}, {0.5, 1.5, 0}}};
    else
      boxes = {{"left", CellType::hex8, {8, 2, 1}, {0, 0, 0}, {2, 1, 1}},
               {"right", CellType::tet4, {2, 2, 1}, {0.1, 0.2, 1.2}, {0.5, 0.7, 1.5}}};
    boxes.back().shift = by;
    return boxes;
  }
  /// Moves a body's nodes, including ghosts, from their current positions by `motion`.
  void move(std::size_t body, const Motion& motion) {
    la::State& state = objects.state(body);
    const auto dim = static_cast<std::size_t>(state.block());
    for (std::size_t node = 0; dim * node < state.displacement().size(); ++node) {
      Vec3 rest = Vec3::Zero(), moved = Vec3::Zero();
      for (std::size_t c = 0; c < dim; ++c) {
        rest[static_cast<Eigen::Index>(c)] = state.reference()[dim * node + c];
        moved[static_cast<Eigen::Index>(c)] = state.displacement()[dim * node + c];
      }
      moved = motion(rest + moved) - rest;
      for (std::size_t c = 0; c < dim; ++c) state.displacement()[dim * node + c] = moved[static_cast<Eigen::Index>(c)];
    }
  }
  int block() const { return contact->block(); }
  std::vector<double> phi() const {
    std::vector<double> mine(static_cast<std::size_t>(contact->numRows()), 0.0);
    contact->addResidual(mine);
    return mine;
  }
  /// Returns this rank's entries of G as vectors, by row and node.
  std::map<std::tuple<LocalIndex, bool, PetscInt>, Vec3> G() const {
    JacobianRows rows;
    contact->addJacobian(rows);
    std::map<std::tuple<LocalIndex, bool, PetscInt>, Vec3> entries;
    for (const auto& one : rows.entries()) {
      auto& entry =
          entries.emplace(std::tuple(one.row, one.state == contact->carrier(), one.node.value()), Vec3::Zero())
              .first->second;
      entry[one.component] += one.value;
    }
    return entries;
  }
  /// Returns the change of a row under a unit translation of the slave along each axis.
  Vec3 slaveSum(LocalIndex row) const {
    Vec3 sum = Vec3::Zero();
    for (const auto& [place, entry] : G())
      if (std::get<0>(place) == row && std::get<1>(place)) sum += entry;
    return sum;
  }
  Objects objects;
  std::unique_ptr<Constraint> contact;

 private:
  bool plane_;
};

/// Expects G of `other` to equal G of `one` rotated by `turn`.
void expectSameRows(const Pair& one, const Pair& other, const Mat3& turn = Mat3::Identity()) {
  const auto G = one.G(), other_G = other.G();
  ASSERT_EQ(G.size(), other_G.size());
  for (const auto& [place, entry] : other_G) {
    ASSERT_TRUE(G.count(place) == 1);
    EXPECT_LT((G.at(place) - turn * entry).norm(), 1e-13);
  }
}

class MovingMortar : public ::testing::Test {
 protected:
  void forEach(const std::function<void(bool plane, int partition)>& expect) {
    for (const bool plane : {false, true})
      for (const int partition : Objects::all_partitions) {
        SCOPED_TRACE(::testing::Message() << "plane " << plane << ", deal " << partition);
        expect(plane, partition);
      }
  }
};

// A body that has slid over several faces has the rows of a mesh generated there; its slips are
// measured from the start of the step.
TEST_F(MovingMortar, hasTheRowsOfTheCurrentConfiguration) {
  forEach([](bool plane, int partition) {
    const Vec3 by = plane ? Vec3(0.6, 0.03, 0) : Vec3(0.6, 0.01, 0.05);
    Pair moved(plane, partition, "current"), kept(plane, partition, "reference"),
        there(plane, partition, "reference", by);
    for (Pair* one : {&moved, &kept}) {
      EXPECT_FALSE(one->contact->updatePairs(1.0)) << "nothing has moved";
      one->move(1, [&](const Vec3& x) -> Vec3 { return x + by; });
    }
    EXPECT_TRUE(moved.contact->updatePairs(1.0));
    EXPECT_FALSE(moved.contact->updatePairs(1.0)) << "twice";
    EXPECT_FALSE(kept.contact->updatePairs(1.0)) << "overlaps of rest";
    expectSameRows(moved, there);
    const std::vector<double> phi = moved.phi(), gaps = there.phi();
    ASSERT_EQ(phi.size(), gaps.size());
    for (std::size_t row = 0; row < phi.size(); ++row) {
      const bool is_gap = row % static_cast<std::size_t>(moved.block()) == 0;
      const double slip = moved.slaveSum(static_cast<LocalIndex>(row)).dot(by);
      // The master is bent: its change of direction below the slave has a small effect.
      const double close = is_gap ? 1e-13 : 1e-5 * by.norm() * moved.contact->measures()[row];
      EXPECT_NEAR(phi[row], is_gap ? gaps[row] : slip, close) << "row " << row;
    }
    moved.contact->commit();
    const std::vector<double> then = moved.phi();
    for (std::size_t row = 0; row < then.size(); ++row)
      EXPECT_NEAR(then[row], row % static_cast<std::size_t>(moved.block()) == 0 ? gaps[row] : 0.0, 1e-13);
  });
}

// A rigid rotation of all bodies rotates the rows, changes no gap and is not a slip.
TEST_F(MovingMortar, rotatesWithTheBodies) {
  forEach([](bool plane, int partition) {
    Pair turned(plane, partition, "current"), rest(plane, partition, "reference");
    const Eigen::AngleAxisd by(0.9, plane ? Vec3::UnitZ().eval() : Vec3(0.2, 0.9, 0.1).normalized());
    const Vec3 away = plane ? Vec3(3, -2, 0) : Vec3(3, -2, 5);
    for (const std::size_t body : {0, 1}) turned.move(body, [&](const Vec3& x) -> Vec3 { return by * x + away; });
    EXPECT_TRUE(turned.contact->updatePairs(0.5));
    const auto G = turned.G();
    for (const auto& [place, entry] : rest.G()) {
      if (std::get<0>(place) % turned.block() != 0) continue;  // directions of slips depend on a fixed axis
      ASSERT_TRUE(G.count(place) == 1);
      EXPECT_LT((G.at(place) - by * entry).norm(), 1e-13);
    }
    const std::vector<double> phi = turned.phi(), gaps = rest.phi();
    ASSERT_EQ(phi.size(), gaps.size());
    for (std::size_t row = 0; row < phi.size(); ++row)
      EXPECT_NEAR(phi[row], row % static_cast<std::size_t>(turned.block()) == 0 ? gaps[row] : 0.0, 1e-13);
  });
}

// Beyond the edge of the master the rows are empty and the gaps equal the reach. The rows are
// restored when the body returns.
TEST_F(MovingMortar, opensBeyondTheEdge) {
  forEach([](bool plane, int partition) {
    Pair moved(plane, partition, "current"), rest(plane, partition, "reference");
    const Vec3 away(5, 0, 0);
    moved.move(1, [&](const Vec3& x) -> Vec3 { return x + away; });
    EXPECT_TRUE(moved.contact->updatePairs(1.0));
    EXPECT_TRUE(moved.G().empty());
    const std::vector<double> measures = moved.contact->measures(), open = moved.phi();
    for (std::size_t row = 0; row < open.size(); ++row) {
      const bool is_gap = row % static_cast<std::size_t>(moved.block()) == 0;
      EXPECT_GT(measures[row], 0.0);
      EXPECT_NEAR(open[row], is_gap ? 0.5 * measures[row] : 0.0, 1e-14);
    }
    moved.contact->commit();
    moved.move(1, [&](const Vec3& x) -> Vec3 { return x - away; });
    EXPECT_TRUE(moved.contact->updatePairs(0.5));
    expectSameRows(moved, rest);
  });
}

}  // namespace
}  // namespace tenon::constraint
