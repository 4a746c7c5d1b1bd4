// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/State.hpp"

#include <gtest/gtest.h>

#include "grid.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::la {
namespace {

using testing::world;

double valueAt(GlobalIndex node, int component) {
  return 10.0 * node.value() + component;
}

/// Returns a chain whose owned nodes have values computed from their global numbers. With
/// `lopsided` one rank owns all nodes.
State numbered(const testing::Part& part, int block) {
  State state = testing::makeState("chain", part, block);
  for (LocalIndex node = 0; node < part.layout->numOwned(); ++node)
    for (int c = 0; c < block; ++c) {
      const auto at = static_cast<std::size_t>(node * block + c);
      state.displacement()[at] = valueAt(part.layout->global(node), c);
      state.velocity()[at] = -valueAt(part.layout->global(node), c);
    }
  state.updateGhosts();
  return state;
}

TEST(State, appendsNewGhosts) {
  for (const bool lopsided : {false, true}) {
    const auto part = testing::chain(world(), 17, lopsided);
    State state = numbered(part, 3);
    const Layout before = state.layout();
    // Each rank requests the first and the last node and one more, the last node twice. Some of
    // them are already owned or known.
    state.addGhosts({GlobalIndex(16), GlobalIndex(0), GlobalIndex(16), GlobalIndex(5 + world().rank())});
    const Layout& layout = state.layout();
    EXPECT_EQ(layout.numOwned(), before.numOwned());
    for (LocalIndex node = 0; node < before.numLocal(); ++node) EXPECT_EQ(layout.global(node), before.global(node));
    for (const int wanted : {0, 16, 5 + world().rank()}) {
      const LocalIndex node = layout.local(GlobalIndex(wanted));
      ASSERT_GE(node, 0);
      for (int c = 0; c < 3; ++c) {
        const auto at = static_cast<std::size_t>(3 * node + c);
        EXPECT_EQ(state.displacement()[at], valueAt(GlobalIndex(wanted), c));
        EXPECT_EQ(state.velocity()[at], -valueAt(GlobalIndex(wanted), c));
      }
    }
    EXPECT_EQ(state.reference().size(), static_cast<std::size_t>(3 * layout.numLocal()));
  }
}

TEST(State, newGhostsFollowTheirOwners) {
  const auto part = testing::chain(world(), 12);
  State state = numbered(part, 2);
  state.addGhosts({GlobalIndex(11), GlobalIndex(0)});
  for (LocalIndex node = 0; node < state.layout().numOwned(); ++node)
    state.displacement()[static_cast<std::size_t>(2 * node)] += 0.5;
  state.updateGhosts();
  for (const int wanted : {0, 11}) {
    const auto at = static_cast<std::size_t>(2 * state.layout().local(GlobalIndex(wanted)));
    EXPECT_EQ(state.displacement()[at], valueAt(GlobalIndex(wanted), 0) + 0.5);
  }
}

TEST(State, keepsItsLayoutWithoutNewGhosts) {
  const auto part = testing::chain(world(), 12);
  State state = numbered(part, 1);
  std::vector<GlobalIndex> known(part.layout->ghosts().begin(), part.layout->ghosts().end());
  if (part.layout->numOwned() > 0) known.push_back(part.layout->firstOwned());
  state.addGhosts(known);
  EXPECT_EQ(state.sharedLayout(), part.layout);
  EXPECT_THROW(state.addGhosts({GlobalIndex(12)}), base::Error);
}

}  // namespace
}  // namespace tenon::la
