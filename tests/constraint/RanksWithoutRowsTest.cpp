// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Constraints whose nodes are on some ranks only: the other ranks have neither pairs nor rows, but
// take part in all calls.
#include <gtest/gtest.h>

#include "constraint/joints/Distance.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/Rigid.hpp"
#include "constraint/linear/pointGuides.hpp"
#include "constraint/ties/Mortar.hpp"
#include "constraint/ties/NodeTie.hpp"
#include "objects.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;
using base::Vec3;
using mesh::CellType;
using testing::allOn;
using testing::among;
using testing::Object;

Communicator world() {
  return Communicator::world();
}

/// A cube on top of another one, each owned by one rank; displaced.
struct Boxes {
  Object lower, upper;

  Boxes(const Communicator& comm, int of_lower, int of_upper)
      : lower("lower", mesh::box(comm, CellType::hex8, {2, 2, 1}, {0, 0, 0}, {1, 1, 1}, {nullptr, allOn(of_lower)})),
        upper("upper", mesh::box(comm, CellType::hex8, {1, 1, 1}, {0, 0, 1}, {1, 1, 2}, {nullptr, allOn(of_upper)})) {
    lower.move([](const Vec3& x) { return Vec3(0.1 * x[1], 0.2 * x[0] * x[0], 0.3 * x[2]); });
    upper.move([](const Vec3& x) { return Vec3(0.4 * x[2], -0.1 * x[0], 0.2 * x[1] * x[0]); });
  }
  fem::FindDomain find() const { return among({&lower, &upper}); }
};

using Made = std::unique_ptr<Constraint>;
using Make = std::function<Made(const fem::FindDomain&)>;

std::vector<std::pair<const char*, Make>> kinds() {
  const fem::ObjectGroup base{"upper", "zmin"}, top{"lower", "zmax"};
  PointOnPoint::Data one_pair;
  one_pair.first = {"lower", ""}, one_pair.second = {"upper", ""};
  one_pair.pairs = fem::TagTuples<2>{{{18, 1}}};
  Distance::Data one_rod;
  static_cast<fem::Pairing&>(one_rod) = one_pair;
  one_rod.pairs = fem::TagTuples<2>{{{1, 8}}};
  DisplacementConstraint::Data held;
  held.object = "upper", held.group = "zmax";
  held.values = {0.1, 0.2, 0.3};
  return {{"tie by nodes",
           [=](const auto& find) -> Made {
             return std::make_unique<NodeTie>(NodeTie::Data{"glue", base, top, 0.1}, find);
           }},
          {"mortar",
           [=](const auto& find) -> Made {
             return std::make_unique<Mortar>(Mortar::Data{"glue", base, top, "standard"}, find);
           }},
          {"one pair", [=](const auto& find) -> Made { return std::make_unique<PointOnPoint>(one_pair, find); }},
          {"one rod", [=](const auto& find) -> Made { return std::make_unique<Distance>(one_rod, find); }},
          {"hold", [=](const auto& find) -> Made { return std::make_unique<DisplacementConstraint>(held, find); }},
          {"rigid", [=](const auto& find) -> Made {
             return std::make_unique<Rigid>(Rigid::Data{"group", {base, top}}, find);
           }}};
}

/// Returns Phi of all ranks, sorted, because the order of the rows depends on their owners.
std::vector<double> allViolations(const Constraint& constraint, const Communicator& comm) {
  std::vector<double> all = comm.gatherAll(testing::residual(constraint));
  std::sort(all.begin(), all.end());
  return all;
}

TEST(RanksWithoutRows, TakePartInEveryConstraint) {
  const int last = world().size() - 1;
  for (const auto& [name, make] : kinds()) {
    const Boxes alone(Communicator::self(), 0, 0);
    const std::vector<double> expected = allViolations(*make(alone.find()), Communicator::self());
    ASSERT_FALSE(expected.empty()) << name;
    for (const auto& [of_lower, of_upper] : {std::pair{0, 0}, std::pair{last, last}, std::pair{0, last}}) {
      const Boxes boxes(world(), of_lower, of_upper);
      const Made constraint = make(boxes.find());
      if (world().rank() != of_lower && world().rank() != of_upper) {
        EXPECT_EQ(constraint->numRows(), 0) << name;
      }
      const std::vector<double> found = allViolations(*constraint, world());
      ASSERT_EQ(found.size(), expected.size()) << name;
      for (std::size_t r = 0; r < found.size(); ++r) EXPECT_NEAR(found[r], expected[r], 1e-13) << name;
      JacobianRows G;
      constraint->addJacobian(G);
      for (const auto& entry : G.entries()) EXPECT_LT(entry.row, constraint->numRows()) << name;
    }
  }
}

}  // namespace
}  // namespace tenon::constraint
