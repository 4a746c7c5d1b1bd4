// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contact/geometry/InitialOverlap.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::contact {
namespace {

class InitialOverlapTest : public ::testing::Test {
 protected:
  void reject(const InitialOverlap& overlaps) const {
    overlaps.reject(comm, [](std::int64_t number) { return "body " + std::to_string(number); });
  }
  const base::Communicator comm = base::Communicator::world();
};

// Nodes 1, 2, 3 and 4 of all ranks: of the deepest ones, the smallest number is reported.
TEST_F(InitialOverlapTest, isTheDeepestOfAllRanks) {
  InitialOverlap nodes;
  for (const std::int64_t number : {3, 1, 4, 2})
    if (number % comm.size() == comm.rank()) nodes.addNode(number >= 3 ? 0.5 : 0.1, number);
  const InitialOverlap all = nodes.onAllRanks(comm);
  EXPECT_EQ(all.count, 4);
  EXPECT_EQ(all.first, 3);
  EXPECT_EQ(all.depth, 0.5);
}

// The depth relative to the size decides, not the depth; equal ones are reported by number.
TEST_F(InitialOverlapTest, ofBodiesIsRelativeToTheirSize) {
  InitialOverlap bodies;
  bodies.add({1.0, 0.1, 1, 0, 1});
  if (comm.rank() == comm.size() - 1) bodies.add({0.5, 0.2, 1, 7, 8}), bodies.add({0.25, 0.2, 1, 7, 2});
  try {
    reject(bodies);
    FAIL() << "the overlap is accepted";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("body 7 and body 2 overlap by 0.25: separate them"));
  }
}

TEST_F(InitialOverlapTest, isAcceptedToRoundOff) {
  InitialOverlap bodies;
  reject(bodies);
  bodies.add({1e-3, 0.9e-6, 1, 0, 1});
  reject(bodies);
  bodies.add({1e-3, 1.1e-6, 1, 3, 4});
  EXPECT_THROW(reject(bodies), base::InputError);
}

}  // namespace
}  // namespace tenon::contact
