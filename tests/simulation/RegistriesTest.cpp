// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/simulation/reading/registries.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenon/simulation/results/Output.hpp"

namespace tenon::simulation {
namespace {

/// User-defined history without values.
class EmptyHistory : public History {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  EmptyHistory(const Data&, const system::MechanicalSystem&) : History(std::vector<std::string>{}) {}
  std::vector<double> values(const TimeSample&) const override { return {}; }
};

std::string errorOf(const Registries& all) {
  try {
    requireDistinctNames(all);
  } catch (const base::InternalError& error) {
    return error.what();
  }
  return "";
}

TEST(Registries, TypesOfTenonHaveDistinctNames) {
  EXPECT_NO_THROW(requireDistinctNames(registries()));
}

TEST(Registries, ANameThatIsRegisteredTwiceIsReported) {
  Registries mine;
  mine.histories.add<EmptyHistory>("first", "history");
  mine.histories.add<EmptyHistory>("second", "history");
  EXPECT_EQ(errorOf(mine), "");
  mine.histories.add<EmptyHistory>("first", "another history");
  EXPECT_EQ(errorOf(mine), "Two types are registered as the history 'first': register one of them by another name.");
}

TEST(Registries, AFormerNameThatIsRegisteredAgainIsReported) {
  Registries mine;
  mine.histories.add<EmptyHistory>("first", "history");
  mine.histories.addFormerName("one", "first");
  EXPECT_EQ(errorOf(mine), "");
  mine.histories.add<EmptyHistory>("one", "history");
  EXPECT_THAT(errorOf(mine), ::testing::HasSubstr("history 'one'"));
}

}  // namespace
}  // namespace tenon::simulation
