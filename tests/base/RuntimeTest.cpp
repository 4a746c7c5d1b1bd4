// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/Runtime.hpp"

#include <gtest/gtest.h>

#include "base/ProgressBar.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::base {
namespace {

struct Ending {
  int code;
  std::string said;
};

Ending endingOf(const std::function<void()>& program) {
  testing::internal::CaptureStderr();
  const int code = runProgram(program);
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(RunProgram, GivesZeroWhenNothingFails) {
  const Ending ending = endingOf([] {});
  EXPECT_EQ(ending.code, 0);
  EXPECT_EQ(ending.said, "");
}

TEST(RunProgram, OneRankReportsACommonError) {
  const auto world = Communicator::world();
  const Ending ending = endingOf([&] { runOnRoot(world, [] { throw FileError("No such file."); }); });
  EXPECT_EQ(ending.code, 4);
  EXPECT_EQ(ending.said, world.isRoot() ? "tenon: error: No such file.\n" : "");
}

TEST(Runtime, DescribesWhyPetscDoesNotStart) {
  const std::string start = "PETSc cannot be initialised with the given options: ";
  EXPECT_EQ(describeStartFailure("Wrong argument", "Unknown value"), start + "Wrong argument: Unknown value.");
  EXPECT_EQ(describeStartFailure("Wrong argument", ""), start + "Wrong argument.");
  EXPECT_EQ(describeStartFailure("Wrong argument", nullptr), start + "Wrong argument.");
  EXPECT_EQ(describeStartFailure(nullptr, nullptr), start + "error.");
}

TEST(ProgressBar, DrawsTheCompletedFraction) {
  EXPECT_EQ(ProgressBar::line("solve", 0.5, "iteration 7"),
            "solve      [###############---------------]  50 %  iteration 7");
  EXPECT_EQ(ProgressBar::line("solve", -1.0, ""), "solve      [------------------------------]   0 %  ");
  EXPECT_EQ(ProgressBar::line("solve", 7.0, ""), "solve      [##############################] 100 %  ");
}

}  // namespace
}  // namespace tenon::base
