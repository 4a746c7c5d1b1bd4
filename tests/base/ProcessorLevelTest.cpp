// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/processor/ProcessorLevel.hpp"

#include <gmock/gmock.h>
#include <tenon/base/Communicator.hpp>
#include <tenon/base/Error.hpp>
#include <tenon/base/algebra.hpp>

namespace tenon::base {
namespace {

using ::testing::HasSubstr;
using Level = ProcessorLevel;

TEST(ProcessorLevel, IsParsedWithAndWithoutTheArchitecture) {
  for (const Level level : {Level::v2, Level::v3, Level::v4}) {
    Level parsed = Level::baseline;
    EXPECT_TRUE(parseLevel(nameOf(level), parsed));
    EXPECT_EQ(parsed, level);
  }
  Level parsed = Level::baseline;
  EXPECT_TRUE(parseLevel("v3", parsed));
  EXPECT_EQ(parsed, Level::v3);
}

TEST(ProcessorLevel, RejectsOtherNames) {
  for (const char* text : {"", "v", "v1", "v5", "V3", "3", "x86-64", "x86-64-", "x86-64-v33", " v3", "avx2"}) {
    Level parsed = Level::v2;
    EXPECT_FALSE(parseLevel(text, parsed)) << text;
    EXPECT_EQ(parsed, Level::v2) << text;
  }
}

TEST(ProcessorLevel, OfTheProgramIsSupported) {
  EXPECT_LE(compiledLevel(), supportedLevel());
  EXPECT_LE(num_lanes, compiledLevel() == Level::v4 ? 8 : compiledLevel() == Level::v3 ? 4 : 2);
}

TEST(ProcessorLevel, BinaryInterfaceSizesAreConsistent) {
  EXPECT_EQ(sizeof(Lane), num_lanes * sizeof(double));
  EXPECT_EQ(alignof(Eigen::Matrix<double, 8, 1>), sizeof(Lane));
}

TEST(ProcessorLevel, IsAcceptedIfEqualOnAllRanks) {
  EXPECT_NO_THROW(requireSameLevel(Communicator::world()));
  EXPECT_NO_THROW(requireSameLevel(Communicator::world(), Level::v2));
}

TEST(ProcessorLevel, IsRejectedIfRanksDiffer) {
  const Communicator world = Communicator::world();
  if (world.size() == 1) GTEST_SKIP() << "one rank";
  try {
    requireSameLevel(world, world.rank() == world.size() - 1 ? Level::v3 : Level::v4);
    ADD_FAILURE() << "was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("from x86-64-v3 to x86-64-v4"));
    EXPECT_THAT(error.what(), HasSubstr("TENON_CPU=x86-64-v3"));
  }
}

}  // namespace
}  // namespace tenon::base
