// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/Halo.hpp"

#include <gtest/gtest.h>

#include "grid.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {
namespace {

using testing::world;

template <class T>
class HaloOf : public ::testing::Test {};
using Numbers = ::testing::Types<char, int, long, long long, double>;
TYPED_TEST_SUITE(HaloOf, Numbers);

// Returns entry c of the node with global number g. The value fits into a char.
template <class T>
T valueAt(GlobalIndex g, int c) {
  return static_cast<T>((5 * g.value() + c) % 50);
}

TYPED_TEST(HaloOf, copiesOwnersToGhostsInEveryBlockSize) {
  using T = TypeParam;
  for (const bool lopsided : {false, true}) {
    const auto part = testing::quadGrid(world(), 3, 4, lopsided);
    const Layout& layout = *part.layout;
    const Halo halo(layout);
    for (const int block : {1, 2, 3, 6}) {
      std::vector<T> local(static_cast<std::size_t>(layout.numLocal() * block), T{99});
      for (LocalIndex i = 0; i < layout.numOwned(); ++i)
        for (int c = 0; c < block; ++c)
          local[static_cast<std::size_t>(i * block + c)] = valueAt<T>(layout.global(i), c);
      halo.updateGhosts(gsl::span<T>(local), block);
      for (LocalIndex i = 0; i < layout.numLocal(); ++i)
        for (int c = 0; c < block; ++c)
          EXPECT_EQ(local[static_cast<std::size_t>(i * block + c)], valueAt<T>(layout.global(i), c));
    }
  }
}

TYPED_TEST(HaloOf, addsGhostsToOwners) {
  using T = TypeParam;
  const auto part = testing::quadGrid(world(), 3, 4);
  const Layout& layout = *part.layout;
  const Halo halo(layout);
  const int block = 3;
  // Each rank with a copy of a node contributes 1 + c. The sum on the owner is 1
  // + c times the number of these ranks.
  std::vector<int> known_here(static_cast<std::size_t>(layout.numGlobal()), 0);
  std::vector<T> local(static_cast<std::size_t>(layout.numLocal() * block));
  for (LocalIndex i = 0; i < layout.numLocal(); ++i) {
    known_here[static_cast<std::size_t>(layout.global(i).value())] = 1;
    for (int c = 0; c < block; ++c) local[static_cast<std::size_t>(i * block + c)] = static_cast<T>(1 + c);
  }
  world().sumInPlace(gsl::span<int>(known_here));
  halo.addGhostsToOwners(gsl::span<T>(local), block);
  for (LocalIndex i = 0; i < layout.numLocal(); ++i)
    for (int c = 0; c < block; ++c) {
      const int ranks = layout.isOwned(i) ? known_here[static_cast<std::size_t>(layout.global(i).value())] : 1;
      EXPECT_EQ(local[static_cast<std::size_t>(i * block + c)], static_cast<T>(ranks * (1 + c)));
    }
}

TYPED_TEST(HaloOf, receivesArbitraryNodes) {
  using T = TypeParam;
  const Layout layout(world(), world().rank() == 0 ? 0 : 3, {});
  std::vector<GlobalIndex> wanted;  // all nodes in reverse order, then the first one twice; empty on the last rank
  if (world().rank() + 1 < world().size() && layout.numGlobal() > 0) {
    for (PetscInt g = layout.numGlobal() - 1; g >= 0; --g) wanted.emplace_back(g);
    wanted.insert(wanted.end(), 2, GlobalIndex(0));
  }
  const Halo halo(layout, wanted);
  std::vector<T> owned(static_cast<std::size_t>(2 * layout.numOwned())), got(2 * wanted.size());
  for (LocalIndex i = 0; i < layout.numOwned(); ++i)
    for (int c = 0; c < 2; ++c) owned[static_cast<std::size_t>(2 * i + c)] = valueAt<T>(layout.global(i), c);
  halo.forward(gsl::span<const T>(owned), gsl::span<T>(got), 2);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    for (int c = 0; c < 2; ++c) EXPECT_EQ(got[2 * i + static_cast<std::size_t>(c)], valueAt<T>(wanted[i], c));

  std::fill(owned.begin(), owned.end(), T{0});
  std::fill(got.begin(), got.end(), T{1});
  halo.reverseAdd(gsl::span<const T>(got), gsl::span<T>(owned), 2);
  const int askers = world().size() - 1;
  for (LocalIndex i = 0; i < layout.numOwned(); ++i)
    EXPECT_EQ(owned[static_cast<std::size_t>(2 * i)],
              static_cast<T>(layout.global(i).value() == 0 ? 3 * askers : askers));
}

TEST(Halo, copiesGlobalIndices) {
  const auto part = testing::chain(world(), 11);
  const Layout& layout = *part.layout;
  std::vector<GlobalIndex> local(static_cast<std::size_t>(layout.numLocal()));
  for (LocalIndex i = 0; i < layout.numOwned(); ++i) local[static_cast<std::size_t>(i)] = layout.global(i);
  Halo halo(layout);
  const Halo moved = std::move(halo);
  moved.updateGhosts(gsl::span<GlobalIndex>(local), 1);
  for (LocalIndex i = 0; i < layout.numLocal(); ++i) EXPECT_EQ(local[static_cast<std::size_t>(i)], layout.global(i));
}

TEST(Halo, addsInAFixedOrder) {
  const auto part = testing::quadGrid(world(), 5, 5);
  const Halo halo(*part.layout);
  std::vector<double> first;
  for (int repeat = 0; repeat < 10; ++repeat) {
    std::vector<double> local(static_cast<std::size_t>(part.layout->numLocal()));
    for (std::size_t i = 0; i < local.size(); ++i) local[i] = 1.0 / (3.0 + static_cast<double>(i) + world().rank());
    halo.addGhostsToOwners(gsl::span<double>(local), 1);
    if (repeat == 0) first = local;
    EXPECT_EQ(local, first);  // bitwise equal
  }
}

TEST(Halo, refusesArraysOfAWrongSize) {
  const Layout layout(world(), 2, {});
  const Halo halo(layout);
  std::vector<double> three(3), none;
  EXPECT_THROW(halo.forward(gsl::span<const double>(three), gsl::span<double>(none), 1), base::InternalError);
}

TEST(State, updatesDisplacementAndVelocityOfGhosts) {
  const auto part = testing::chain(world(), 9);
  const Layout& layout = *part.layout;
  State state("rope", part.layout, 2, std::vector<double>(static_cast<std::size_t>(2 * layout.numLocal()), 1.5));
  EXPECT_EQ(state.name(), "rope");
  EXPECT_EQ(state.block(), 2);
  for (LocalIndex i = 0; i < 2 * layout.numOwned(); ++i) {
    const double g = 2.0 * static_cast<double>(layout.firstOwned().value()) + i;
    state.displacement()[static_cast<std::size_t>(i)] = g;
    state.velocity()[static_cast<std::size_t>(i)] = -g;
  }
  state.updateGhosts();
  for (LocalIndex i = 0; i < layout.numLocal(); ++i)
    for (int c = 0; c < 2; ++c) {
      const double g = 2.0 * static_cast<double>(layout.global(i).value()) + c;
      EXPECT_EQ(state.displacement()[static_cast<std::size_t>(2 * i + c)], g);
      EXPECT_EQ(state.velocity()[static_cast<std::size_t>(2 * i + c)], -g);
      EXPECT_EQ(state.reference()[static_cast<std::size_t>(2 * i + c)], 1.5);
    }
}

TEST(State, rejectsReferencePositionsOfAWrongSize) {
  const auto part = testing::chain(world(), 9);
  EXPECT_THROW(State("rope", part.layout, 3, std::vector<double>(2)), base::InternalError);
}

}  // namespace
}  // namespace tenon::la
