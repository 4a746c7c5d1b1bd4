// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "base/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenon::base {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Csv, splitsLinesIntoFields) {
  EXPECT_THAT(splitCsvLine("a,b,c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(splitCsvLine(" 1 2 ,\t3\r"), ElementsAre("1 2", "3"));
  EXPECT_THAT(splitCsvLine(",x,"), ElementsAre("", "x", ""));
  EXPECT_THAT(splitCsvLine("1, 2 # three, four"), ElementsAre("1", "2"));
  EXPECT_THAT(splitCsvLine("1,# two"), ElementsAre("1", ""));
}

TEST(Csv, keepsQuotedFields) {
  EXPECT_THAT(splitCsvLine(R"("left, right", "say ""x""",  "#1 ")"), ElementsAre("left, right", "say \"x\"", "#1 "));
  EXPECT_THAT(splitCsvLine(R"("",2)"), ElementsAre("", "2"));
}

TEST(Csv, findsNothingInEmptyLinesAndComments) {
  EXPECT_THAT(splitCsvLine(""), IsEmpty());
  EXPECT_THAT(splitCsvLine(" \t\r"), IsEmpty());
  EXPECT_THAT(splitCsvLine("  # a, b"), IsEmpty());
}

TEST(Csv, numbersAreWholeFieldsAndFinite) {
  EXPECT_EQ(parseNumber("-2.5e3"), -2500.0);
  for (const char* field : {"", "1 2", "1x", "inf", "nan", "1e999", "--1"}) EXPECT_FALSE(parseNumber(field)) << field;
}

}  // namespace
}  // namespace tenon::base
