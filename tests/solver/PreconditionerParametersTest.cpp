// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/options/PreconditionerParameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenon/base/Error.hpp"

namespace tenon::solver {
namespace {

using ::testing::HasSubstr;

std::string errorOf(const std::string& block) {
  try {
    PreconditionerParameters::read(base::CaseNode::parse(block, "case.yaml"));
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PreconditionerParameters, AreReadFromTheCase) {
  const auto parameters = PreconditionerParameters::read(
      base::CaseNode::parse("{type: warped, update: every, steps: 3, system: {type: assembled}}", "case.yaml"));
  EXPECT_TRUE(parameters.hasSystem());
  EXPECT_TRUE(parameters.isWarped());
  EXPECT_EQ(parameters.update, "every");
  EXPECT_EQ(parameters.steps, 3);
  EXPECT_EQ(parameters.system["type"].text(), "assembled");
}

TEST(PreconditionerParameters, WhatHasNoMeaningIsRefused) {
  EXPECT_THAT(errorOf("{type: sistem}"), HasSubstr("did you mean 'system'"));
  EXPECT_THAT(errorOf("{type: system, update: evry}"), HasSubstr("did you mean 'every'"));
  EXPECT_THAT(errorOf("{type: system, updat: every}"), HasSubstr("did you mean 'update'"));
  EXPECT_THAT(errorOf("{type: system, update: every, steps: 0}"), HasSubstr("'steps' must be positive"));
  EXPECT_THAT(errorOf("{type: system, steps: 2}"),
              HasSubstr("'steps' applies only to `update: every`, but the update is 'once'"));
  EXPECT_THAT(errorOf("{steps: 2}"), HasSubstr("'steps' applies only to `update: every`, but the update is 'change'"));
  EXPECT_THAT(errorOf("{system: assembled}"),
              HasSubstr("'system' applies only to preconditioners of type system or warped"));
}

TEST(PreconditionerUpdate, MomentsAreOnceEverySoManyStepsOrWhenIterationsDouble) {
  PreconditionerParameters parameters;
  EXPECT_TRUE(PreconditionerUpdate(parameters).isDue());
  const auto made = [&](const char* moment) {
    parameters.type = "system";
    parameters.update = moment;
    parameters.steps = 2;
    PreconditionerUpdate update(parameters);
    EXPECT_TRUE(update.isDue());
    update.recordUpdate();
    update.recordSolve(10);
    EXPECT_FALSE(update.isDue());
    return update;
  };
  PreconditionerUpdate once = made("once"), every = made("every"), doubled = made("iterations-double");
  for (PreconditionerUpdate* update : {&once, &every, &doubled}) {
    update->beginStep();
    update->recordSolve(20);
    EXPECT_FALSE(update->isDue());
    update->beginStep();
    update->recordSolve(21);
  }
  EXPECT_FALSE(once.isDue());
  EXPECT_TRUE(every.isDue());
  EXPECT_TRUE(doubled.isDue());
}

}  // namespace
}  // namespace tenon::solver
