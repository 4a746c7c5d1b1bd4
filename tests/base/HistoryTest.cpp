// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/History.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

History read(const std::string& text) {
  History history;
  readValue(CaseNode::parse("history: " + text, "case.yaml")["history"], history);
  return history;
}

TEST(History, isOneWithoutATable) {
  EXPECT_EQ(History()(-3.0), 1.0);
  EXPECT_EQ(History()(1e9), 1.0);
}

TEST(History, isLinearBetweenEntriesAndConstantOutside) {
  const History history = read("[[1, 0], [2, 10], [4, -10]]");
  EXPECT_EQ(history(0.0), 0.0);
  EXPECT_EQ(history(1.0), 0.0);
  EXPECT_DOUBLE_EQ(history(1.25), 2.5);
  EXPECT_EQ(history(2.0), 10.0);
  EXPECT_DOUBLE_EQ(history(3.0), 0.0);
  EXPECT_EQ(history(4.0), -10.0);
  EXPECT_EQ(history(5.0), -10.0);
  EXPECT_EQ(printValue(history), "[[1, 0], [2, 10], [4, -10]]");
}

void expectRefused(const std::string& text, const std::string& sentence) {
  try {
    read(text);
    ADD_FAILURE() << text << " was not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("case.yaml:1: history"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr(sentence));
  }
}

TEST(History, rejectsInvalidTables) {
  expectRefused("[]", "must have at least one entry");
  expectRefused("[[0, 1], [0, 2]]", "must be strictly increasing, but 0 follows 0");
  expectRefused("[[0, 1, 2]]", "its length is 3");
  expectRefused("[[0, .nan]]", "must be a number");
  expectRefused("1", "must be a list");
}

}  // namespace
}  // namespace tenon::base
