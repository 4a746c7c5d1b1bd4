// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "constraint/contact/twoColouring.hpp"

namespace tenon::constraint {
namespace {

using base::Communicator;

/// Returns this rank's share of a list of relations that is distributed cyclically.
std::vector<ColourRelation> randomPartition(const Communicator& comm, const std::vector<ColourRelation>& all) {
  std::vector<ColourRelation> mine;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (static_cast<int>(i % static_cast<std::size_t>(comm.size())) == comm.rank()) mine.push_back(all[i]);
  return mine;
}

/// Returns a path from the highest vertex downwards. Consecutive links belong to different ranks,
/// so that labels travel far.
std::vector<ColourRelation> path(std::int64_t length) {
  std::vector<ColourRelation> relations;
  for (std::int64_t v = length; v > 1; --v) relations.push_back({v, v - 1, v % 3 != 0});
  return relations;
}

int colourInPath(std::int64_t vertex) {
  int colour = 0;
  for (std::int64_t v = 2; v <= vertex; ++v) colour ^= v % 3 != 0 ? 1 : 0;
  return colour;
}

TEST(TwoColouring, followAPathOverRanks) {
  const Communicator comm = Communicator::world();
  const Colouring colouring = twoColouring(comm, randomPartition(comm, path(50)));
  EXPECT_FALSE(colouring.impossible);
  for (const auto& [vertex, colour] : colouring.colours) EXPECT_EQ(colour, colourInPath(vertex)) << vertex;
}

TEST(TwoColouring, theLowestVertexOfEachPartIsZero) {
  const Communicator comm = Communicator::world();
  const auto colours =
      twoColouring(comm, randomPartition(comm, {{30, 20, true}, {9, 7, true}, {20, 25, false}, {9, 8, false}})).colours;
  const std::map<std::int64_t, int> expected{{20, 0}, {25, 0}, {30, 1}, {7, 0}, {8, 1}, {9, 1}};
  for (const auto& [vertex, colour] : colours) EXPECT_EQ(colour, expected.at(vertex)) << vertex;
  EXPECT_EQ(comm.sum(static_cast<long>(colours.count(20))) > 0, true);
}

TEST(TwoColouring, anEvenRingHasTwoAndAnOddOneHasNone) {
  const Communicator comm = Communicator::world();
  for (const std::int64_t length : {4, 5, 12, 13}) {
    std::vector<ColourRelation> ring{{100, 101, true}};
    for (std::int64_t v = 0; v < length; ++v) ring.push_back({200 + v, 200 + (v + 1) % length, true});
    const Colouring colouring = twoColouring(comm, randomPartition(comm, ring));
    if (length % 2 == 0)
      EXPECT_FALSE(colouring.impossible) << length;
    else
      EXPECT_EQ(colouring.impossible, 200) << length;
  }
  const Colouring same = twoColouring(comm, randomPartition(comm, {{1, 2, true}, {2, 3, false}, {3, 1, false}}));
  EXPECT_EQ(same.impossible, 1);
}

TEST(TwoColouring, ranksMayNameNothing) {
  const Communicator comm = Communicator::world();
  EXPECT_TRUE(twoColouring(comm, {}).colours.empty());
  const auto colours = twoColouring(comm, comm.isRoot() ? path(4) : std::vector<ColourRelation>{}).colours;
  EXPECT_EQ(colours.size(), comm.isRoot() ? 4u : 0u);
}

}  // namespace
}  // namespace tenon::constraint
