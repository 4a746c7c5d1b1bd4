// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/rigid_modes/findFreeRigidModes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "TwoBlocks.hpp"
#include "solver/rigid_modes/labelBodies.hpp"

namespace tenon::solver {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TwoBlocks;
using testing::TwoBlocksData;

// Returns the communicator; a function because MPI is initialised in main().
base::Communicator world() {
  return base::Communicator::world();
}

std::vector<std::string> motionsOf(const TwoBlocksData& data) {
  const TwoBlocks blocks(data);
  return findFreeRigidModes(blocks.states(), {blocks.G()});
}

TEST(FindFreeRigidModes, ABodyTiedToAHeldOneIsHeld) {
  EXPECT_THAT(motionsOf({}), IsEmpty());
}

TEST(FindFreeRigidModes, MultipliersHoldAsConditionsDo) {
  TwoBlocksData data;
  data.clamp_lower = false;
  data.hold_base_by_multipliers = true;
  EXPECT_THAT(motionsOf(data), IsEmpty());
}

TEST(FindFreeRigidModes, ALooseBodyIsNamedWithAllItsMotions) {
  TwoBlocksData data;
  data.tie = false;
  EXPECT_THAT(motionsOf(data),
              ElementsAre("Nothing supports object 'upper': it can translate along x, y and z and rotate about "
                          "x, y and z."));
}

TEST(FindFreeRigidModes, ASlidingBodyMovesInThePlaneOfTheTie) {
  TwoBlocksData data;
  data.tie_only_z = true;
  EXPECT_THAT(
      motionsOf(data),
      ElementsAre("Insufficient support of object 'upper': it can translate along x and y and rotate about z."));
}

TEST(FindFreeRigidModes, TiedBodiesThatNothingHoldsMoveTogether) {
  TwoBlocksData data;
  data.clamp_lower = false;
  EXPECT_THAT(
      motionsOf(data),
      ElementsAre(
          "Nothing supports object 'lower' and object 'upper', which are joined by constraints: together they can "
          "translate along x, y and z and rotate about x, y and z."));
}

TEST(FindFreeRigidModes, StiffnessThatResistsNoRigidMotionChangesNothing) {
  TwoBlocksData data;
  data.clamp_lower = false;
  const TwoBlocks blocks(data);
  EXPECT_EQ(findFreeRigidModes(blocks.states(), {blocks.G()}, [&] { return blocks.system().A; }), motionsOf(data));
}

TEST(FindFreeRigidModes, AMechanismIsNamedPartByPart) {
  TwoBlocksData data;
  data.clamp_lower = false;
  data.tie_only_z = true;
  const auto sentences = motionsOf(data);
  ASSERT_EQ(sentences.size(), 1u);
  EXPECT_THAT(sentences[0], HasSubstr("mechanism free (number of degrees of freedom: 9)"));
  EXPECT_THAT(sentences[0], HasSubstr("object 'upper' can translate along x, y and z and rotate about x, y and z"));
}

TEST(FindFreeRigidModes, IsAnInputErrorOnAllRanks) {
  TwoBlocksData data;
  data.tie = false;
  const TwoBlocks blocks(data);
  try {
    requireSupported(blocks.states(), {blocks.G()});
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    EXPECT_THAT(error.what(), HasSubstr("Add a Dirichlet condition or a constraint."));
  }
}

/// Nodes on a line or in a plane, joined by bars (`pairs`), in equal shares on the ranks.
class Truss {
 public:
  Truss(const std::vector<std::vector<double>>& points, const std::vector<std::pair<int, int>>& pairs) {
    const int total = static_cast<int>(points.size()), block = static_cast<int>(points[0].size());
    const int first = total * world().rank() / world().size(), last = total * (world().rank() + 1) / world().size();
    const auto mine = [&](int node) { return first <= node && node < last; };
    std::vector<base::GlobalIndex> ghosts;
    for (const auto& [a, b] : pairs)
      for (const auto& [near, far] : {std::pair(a, b), std::pair(b, a)})
        if (mine(near) && !mine(far) && std::find(ghosts.begin(), ghosts.end(), base::GlobalIndex(far)) == ghosts.end())
          ghosts.emplace_back(far);
    auto layout = std::make_shared<la::Layout>(world(), last - first, ghosts);
    for (const auto& [a, b] : pairs)
      if (mine(a) || mine(b))
        for (const int node : {a, b}) nodes_.push_back(layout->local(base::GlobalIndex(node)));
    std::vector<double> rest;
    for (LocalIndex node = 0; node < layout->numLocal(); ++node)
      for (int i = 0; i < block; ++i)
        rest.push_back(points[static_cast<std::size_t>(layout->global(node).value())][static_cast<std::size_t>(i)]);
    state_ = std::make_unique<la::State>("truss", layout, block, rest);
  }
  std::vector<std::string> motions(const std::vector<std::pair<int, int>>& held) const {
    return findFreeRigidModes({held_state(held)}, {});
  }
  const la::State& state() const { return *state_; }
  std::vector<la::ElementTable> tables() const {
    return {{nodes_.data(), 2, static_cast<LocalIndex>(nodes_.size() / 2)}};
  }

 private:
  ConstrainedState held_state(const std::vector<std::pair<int, int>>& held) const {
    return {state_.get(), tables(), [this, held](LocalIndex node, int component) {
              const auto number = static_cast<int>(state_->layout().global(node).value());
              return std::find(held.begin(), held.end(), std::pair(number, component)) != held.end();
            }};
  }
  std::vector<LocalIndex> nodes_;
  std::unique_ptr<la::State> state_;
};

TEST(FindFreeRigidModes, BodiesAreConnectedAcrossRanks) {
  // A chain whose numbers alternate between the ranks, and a second one.
  const Truss truss({{0, 0}, {4, 0}, {1, 0}, {5, 0}, {2, 0}, {9, 9}, {3, 0}, {8, 8}},
                    {{0, 2}, {2, 4}, {4, 6}, {6, 1}, {1, 3}, {5, 7}});
  const auto labels = labelBodies(truss.state(), truss.tables());
  for (LocalIndex node = 0; node < truss.state().layout().numLocal(); ++node) {
    const auto number = truss.state().layout().global(node).value();
    EXPECT_EQ(labels[static_cast<std::size_t>(node)], number == 5 || number == 7 ? 5 : 0);
  }
}

TEST(FindFreeRigidModes, PlaneBodiesHaveThreeMotions) {
  const std::vector<std::vector<double>> square{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const Truss truss(square, {{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  EXPECT_THAT(truss.motions({}),
              ElementsAre("Nothing supports object 'truss': it can translate along x and y and rotate in the plane."));
  EXPECT_THAT(truss.motions({{0, 0}, {0, 1}}),
              ElementsAre("Insufficient support of object 'truss': it can rotate in the plane."));
  EXPECT_THAT(truss.motions({{0, 0}, {0, 1}, {1, 1}}), IsEmpty());
  EXPECT_THAT(truss.motions({{0, 1}, {1, 1}}),
              ElementsAre("Insufficient support of object 'truss': it can translate along x."));
}

TEST(FindFreeRigidModes, PartsOfAnObjectAreFoundApart) {
  const Truss truss({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {7, 0, 0}, {8, 0, 0}, {7, 1, 0}, {7, 0, 1}},
                    {{0, 1}, {0, 2}, {0, 3}, {4, 5}, {4, 6}, {4, 7}});
  const std::vector<std::pair<int, int>> first{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  const auto sentences = truss.motions(first);
  ASSERT_EQ(sentences.size(), 1u);
  EXPECT_THAT(sentences[0], HasSubstr("part 2 of 2 of object 'truss', around (7.25, 0.25, 0.25)"));
}

TEST(FindFreeRigidModes, AStraightBarDoesNotTurnAboutItself) {
  const Truss bar({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1}, {1, 2}});
  EXPECT_THAT(bar.motions({}),
              ElementsAre("Nothing supports object 'truss': it can translate along x, y and z and rotate about y "
                          "and z."));
  EXPECT_THAT(bar.motions({{0, 0}, {0, 1}, {0, 2}}),
              ElementsAre("Insufficient support of object 'truss': it can rotate about y and z."));
  EXPECT_THAT(bar.motions({{0, 0}, {0, 1}, {0, 2}, {2, 1}, {2, 2}}), IsEmpty());
}

TEST(FindFreeRigidModes, TinyButHeldIsHeld) {
  const double tiny = 1e-4;
  const Truss truss({{0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}, {9, 9, 9}, {1, 5, 2}}, {{0, 1}, {0, 2}, {2, 3}, {3, 4}});
  std::vector<std::pair<int, int>> held;
  for (int node = 0; node < 3; ++node)
    for (int i = 0; i < 3; ++i) held.emplace_back(node, i);
  EXPECT_THAT(truss.motions(held), IsEmpty());
  held.resize(6);
  EXPECT_THAT(truss.motions(held), ElementsAre("Insufficient support of object 'truss': it can rotate about x."));
}

}  // namespace
}  // namespace tenon::solver
