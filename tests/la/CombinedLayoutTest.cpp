// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/CombinedLayout.hpp"

#include <gtest/gtest.h>

#include "grid.hpp"
#include "la/arrays.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::la {
namespace {

using testing::makeState;
using testing::world;

// Two states. All nodes of the second state are on the last rank.
struct TwoStates {
  testing::Part first_part = testing::chain(world(), 11), second_part = testing::quadGrid(world(), 2, 2, true);
  State first = makeState("rope", first_part, 2), second = makeState("net", second_part, 2);
  CombinedLayout combined{{&first, &second}};
};

TEST(CombinedLayout, keepsTheRowsOfARankTogetherStateAfterState) {
  const TwoStates two;
  const CombinedLayout& combined = two.combined;
  EXPECT_EQ(combined.block(), 2);
  EXPECT_EQ(combined.layout().numGlobal(), 20);
  EXPECT_EQ(combined.layout().numOwned(), two.first.layout().numOwned() + two.second.layout().numOwned());
  EXPECT_EQ(combined.layout().numGhosts(), two.first.layout().numGhosts() + two.second.layout().numGhosts());
  EXPECT_EQ(combined.indexOf(two.second), 1U);
  std::vector<int> seen(20, 0);
  for (std::size_t s = 0; s < 2; ++s) {
    const Layout& own = combined.states()[s]->layout();
    for (LocalIndex node = 0; node < own.numLocal(); ++node) {
      const LocalIndex row = combined.local(s, node);
      EXPECT_EQ(combined.layout().isOwned(row), own.isOwned(node));
      EXPECT_EQ(combined.layout().global(row), combined.global(s, own.global(node)));
      if (own.isOwned(node)) ++seen[static_cast<std::size_t>(combined.layout().global(row).value())];
    }
  }
  world().sumInPlace(gsl::span<int>(seen));
  EXPECT_EQ(seen, std::vector<int>(20, 1));  // each row occurs once
}

TEST(CombinedLayout, reportsUnknownNodes) {
  const TwoStates two;
  // Compares the global number of each node of both states with the number that its owner assigns.
  for (std::size_t s = 0; s < 2; ++s) {
    const Layout& own = two.combined.states()[s]->layout();
    std::vector<long> owners_word(static_cast<std::size_t>(own.numGlobal()), 0);
    for (LocalIndex node = 0; node < own.numOwned(); ++node)
      owners_word[static_cast<std::size_t>(own.global(node).value())] =
          two.combined.layout().global(two.combined.local(s, node)).value();
    world().sumInPlace(gsl::span<long>(owners_word));
    for (PetscInt node = 0; node < own.numGlobal(); ++node)
      EXPECT_EQ(two.combined.global(s, GlobalIndex(node)).value(), owners_word[static_cast<std::size_t>(node)]);
  }
}

TEST(CombinedLayout, gathersAndScattersTheOwnedParts) {
  TwoStates two;
  for (State* state : {&two.first, &two.second})
    for (std::size_t i = 0; i < static_cast<std::size_t>(state->displacement().size()); ++i)
      state->displacement()[i] = (state == &two.first ? 1.0 : 1000.0) + static_cast<double>(i);
  const Vector vector = two.combined.makeVector();
  two.combined.gather({two.first.displacement(), two.second.displacement()}, vector.get());
  double sum = 0.0, expected = 0.0;
  TENON_PETSC(VecSum(vector.get(), &sum));
  for (const State* state : {&two.first, &two.second})
    for (std::size_t i = 0; i < static_cast<std::size_t>(2 * state->layout().numOwned()); ++i)
      expected += state->displacement()[i];
  EXPECT_DOUBLE_EQ(sum, world().sum(expected));

  TENON_PETSC(VecScale(vector.get(), 2.0));
  two.combined.scatter(vector.get(), {two.first.velocity(), two.second.velocity()});
  for (const State* state : {&two.first, &two.second})
    for (std::size_t i = 0; i < static_cast<std::size_t>(2 * state->layout().numLocal()); ++i)
      EXPECT_EQ(state->velocity()[i],
                i < static_cast<std::size_t>(2 * state->layout().numOwned()) ? 2.0 * state->displacement()[i] : 0.0);
}

TEST(CombinedLayout, returnsTheDofsOfEachState) {
  const TwoStates two;
  for (std::size_t s = 0; s < 2; ++s) {
    const IndexSet set = two.combined.dofIndexSet(s);
    const char* name = nullptr;
    PetscInt size = 0, block = 0;
    TENON_PETSC(PetscObjectGetName(reinterpret_cast<PetscObject>(set.get()), &name));
    TENON_PETSC(ISGetSize(set.get(), &size));
    TENON_PETSC(ISGetBlockSize(set.get(), &block));
    EXPECT_EQ(name, two.combined.states()[s]->name());
    EXPECT_EQ(size, 2 * two.combined.states()[s]->layout().numGlobal());
    EXPECT_EQ(block, 2);
  }
}

TEST(CombinedLayout, allocatesBlockRowsForAllDofs) {
  const auto part = testing::quadGrid(world(), 3, 3), other = testing::chain(world(), 7);
  const State solid = makeState("solid", part, 3), beam = makeState("beam", other, 6),
              heat = makeState("heat", part, 1);
  const CombinedLayout two({&solid, &beam}), one({&beam}), three({&solid, &beam, &heat});
  EXPECT_EQ(two.block(), 3);
  EXPECT_EQ(two.rowsPerNode(0), 1);
  EXPECT_EQ(two.rowsPerNode(1), 2);
  EXPECT_EQ(two.layout().numGlobal(), 16 + 2 * 7);
  EXPECT_EQ(one.block(), 6);
  EXPECT_EQ(three.block(), 3);
  EXPECT_EQ(three.layout().numGlobal(), 16 + 2 * 7 + 16);
  EXPECT_EQ(three.scalarRowsPerNode(2), 3);
  EXPECT_FALSE(three.hasUnusedRows(0) || three.hasUnusedRows(1));
  EXPECT_TRUE(three.hasUnusedRows(2));
  for (const CombinedLayout* combined : {&two, &one, &three})
    for (std::size_t s = 0; s < combined->states().size(); ++s) {
      const Layout& own = combined->states()[s]->layout();
      EXPECT_EQ(combined->numOwnedRows(s), own.numOwned() * combined->rowsPerNode(s));
      for (LocalIndex node = 0; node < own.numLocal(); ++node)
        for (int k = 0; k < combined->rowsPerNode(s); ++k) {
          const LocalIndex row = combined->local(s, node) + k;
          EXPECT_EQ(row, combined->localRow(s, node * combined->rowsPerNode(s) + k));
          EXPECT_EQ(combined->layout().isOwned(row), own.isOwned(node));
          EXPECT_EQ(combined->layout().global(row), combined->global(s, own.global(node)) + k);
        }
    }
  const CombinedLayout only({&solid});
  EXPECT_THROW(only.indexOf(beam), base::InternalError);
}

// Plane frames with 3 degrees of freedom and points with 2. A frame occupies two block rows of 2;
// the last scalar row is not used.
TEST(CombinedLayout, leavesExcessRowsUnused) {
  const auto part = testing::quadGrid(world(), 3, 3), other = testing::chain(world(), 7);
  State solid = makeState("solid", part, 2);
  State frames("frames", other.layout, NodeKind::frames, 3,
               std::vector<double>(static_cast<std::size_t>(3 * other.layout->numLocal())));
  const CombinedLayout combined({&solid, &frames});
  EXPECT_EQ(combined.block(), 2);
  EXPECT_EQ(combined.scalarRowsPerNode(1), 4);
  for (std::size_t i = 0; i < frames.displacement().size(); ++i)
    frames.displacement()[i] = 1.0 + static_cast<double>(i);
  const Vector vector = combined.makeVector();
  TENON_PETSC(VecSet(vector.get(), 99.0));
  combined.gather({solid.displacement(), frames.displacement()}, vector.get());
  const std::vector<double> rows = entriesOf(vector.get());
  const auto first = static_cast<std::size_t>(2 * solid.layout().numOwned());
  for (std::size_t node = 0; node < static_cast<std::size_t>(frames.layout().numOwned()); ++node)
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(rows[first + 4 * node + i], i == 3 ? 0.0 : 1.0 + static_cast<double>(3 * node + i));
  const std::vector<double> before(frames.displacement().begin(), frames.displacement().end());
  std::fill(frames.displacement().begin(), frames.displacement().begin() + 3 * frames.layout().numOwned(), 0.0);
  combined.scatter(vector.get(), {solid.displacement(), frames.displacement()});
  EXPECT_EQ(before, std::vector<double>(frames.displacement().begin(), frames.displacement().end()));

  const IndexSet unknowns = combined.dofIndexSet(1);
  PetscInt size = 0, block = 0;
  TENON_PETSC(ISGetSize(unknowns.get(), &size));
  TENON_PETSC(ISGetBlockSize(unknowns.get(), &block));
  EXPECT_EQ(size, 3 * 7);
  EXPECT_EQ(block, 3);
  Vec borrowed = nullptr;
  TENON_PETSC(VecGetSubVector(vector.get(), unknowns.get(), &borrowed));
  std::vector<double> values(before.begin(), before.begin() + 3 * frames.layout().numOwned());
  EXPECT_EQ(entriesOf(borrowed), values);
  TENON_PETSC(VecRestoreSubVector(vector.get(), unknowns.get(), &borrowed));
}

TEST(CombinedLayout, gathersAndScattersStatesOfDifferentBlockSize) {
  const auto part = testing::quadGrid(world(), 3, 3), other = testing::chain(world(), 7);
  State solid = makeState("solid", part, 3), beam = makeState("beam", other, 6);
  const CombinedLayout combined({&solid, &beam});
  for (State* state : {&solid, &beam})
    for (std::size_t i = 0; i < static_cast<std::size_t>(state->displacement().size()); ++i)
      state->displacement()[i] = (state == &solid ? 1.0 : 1000.0) + static_cast<double>(i);
  const Vector vector = combined.makeVector();
  combined.gather({solid.displacement(), beam.displacement()}, vector.get());
  combined.scatter(vector.get(), {solid.velocity(), beam.velocity()});
  for (std::size_t s = 0; s < 2; ++s) {
    const State& state = *combined.states()[s];
    const auto owned = static_cast<std::size_t>(state.block() * state.layout().numOwned());
    for (std::size_t i = 0; i < static_cast<std::size_t>(state.velocity().size()); ++i)
      EXPECT_EQ(state.velocity()[i], i < owned ? state.displacement()[i] : 0.0);
    const IndexSet set = combined.dofIndexSet(s);
    PetscInt size = 0, block = 0;
    TENON_PETSC(ISGetSize(set.get(), &size));
    TENON_PETSC(ISGetBlockSize(set.get(), &block));
    EXPECT_EQ(size, state.block() * state.layout().numGlobal());
    EXPECT_EQ(block, state.block());
    Vec of_state = nullptr;
    TENON_PETSC(VecGetSubVector(vector.get(), set.get(), &of_state));
    double sum = 0.0, expected = 0.0;
    TENON_PETSC(VecSum(of_state, &sum));
    TENON_PETSC(VecRestoreSubVector(vector.get(), set.get(), &of_state));
    for (std::size_t i = 0; i < owned; ++i) expected += state.displacement()[i];
    EXPECT_DOUBLE_EQ(sum, world().sum(expected));
  }
}

}  // namespace
}  // namespace tenon::la
