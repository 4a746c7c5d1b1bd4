// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/Layout.hpp"

#include <gtest/gtest.h>

#include "grid.hpp"

namespace tenon::la {
namespace {

using testing::world;

TEST(Layout, numbersOwnedNodesContiguouslyRankAfterRank) {
  const LocalIndex owned = 3 + world().rank();  // 3, 4, 5, ...
  const Layout layout(world(), owned, {});
  PetscInt first = 0;
  for (int r = 0; r < world().rank(); ++r) first += 3 + r;
  EXPECT_EQ(layout.firstOwned().value(), first);
  EXPECT_EQ(layout.numOwned(), owned);
  EXPECT_EQ(layout.numLocal(), owned);
  EXPECT_EQ(layout.numGlobal(), world().sum<PetscInt>(owned));
  EXPECT_EQ(layout.global(owned - 1).value(), first + owned - 1);
  EXPECT_EQ(layout.local(GlobalIndex(first + 1)), 1);
}

TEST(Layout, findsOwnersAcrossRanksWithoutNodes) {
  const LocalIndex owned = world().rank() % 2 == 0 ? 0 : 2;  // even ranks own no nodes
  const Layout layout(world(), owned, {});
  for (PetscInt g = 0; g < layout.numGlobal(); ++g) EXPECT_EQ(layout.ownerOf(GlobalIndex(g)), 2 * (g / 2) + 1);
  EXPECT_THROW(layout.ownerOf(GlobalIndex(layout.numGlobal())), base::InternalError);
  EXPECT_THROW(layout.ownerOf(GlobalIndex()), base::InternalError);
}

TEST(Layout, keepsGhostsInTheOrderGiven) {
  const int size = world().size(), rank = world().rank();
  std::vector<GlobalIndex> ghosts;  // the first node of each other rank, starting with the last rank
  for (int r = size - 1; r >= 0; --r)
    if (r != rank) ghosts.emplace_back(2 * r);
  const Layout layout(world(), 2, ghosts);
  EXPECT_EQ(layout.numGhosts(), size - 1);
  for (LocalIndex g = 0; g < layout.numGhosts(); ++g) {
    const GlobalIndex global = ghosts[static_cast<std::size_t>(g)];
    EXPECT_EQ(layout.global(2 + g), global);
    EXPECT_EQ(layout.local(global), 2 + g);
    EXPECT_FALSE(layout.isOwned(LocalIndex{2 + g}));
    EXPECT_FALSE(layout.isOwned(global));
  }
  for (int r = 0; r < size; ++r) EXPECT_EQ(layout.local(GlobalIndex(2 * r + 1)), r == rank ? 1 : -1);
}

TEST(Layout, refusesGhostsThatAreOwnedOrRepeatedOnAllRanksAlike) {
  const bool mine = world().rank() == world().size() - 1;
  std::vector<GlobalIndex> owned, repeated, outside;
  if (mine) owned = {GlobalIndex(2 * world().rank())};
  if (mine) outside = {GlobalIndex(2 * world().size())};
  EXPECT_THROW(Layout(world(), 2, owned), base::InternalError);
  EXPECT_THROW(Layout(world(), 2, outside), base::InternalError);
  if (world().size() == 1) return;
  if (mine) repeated = {GlobalIndex(0), GlobalIndex(0)};
  EXPECT_THROW(Layout(world(), 2, repeated), base::InternalError);
}

}  // namespace
}  // namespace tenon::la
