#include "tenon/base/csv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tenon::base {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Csv, dealsALineIntoFields) {
  EXPECT_THAT(csvFields("a,b,c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(csvFields(" 1 2 ,\t3\r"), ElementsAre("1 2", "3"));
  EXPECT_THAT(csvFields(",x,"), ElementsAre("", "x", ""));
  EXPECT_THAT(csvFields("1, 2 # three, four"), ElementsAre("1", "2"));
  EXPECT_THAT(csvFields("1,# two"), ElementsAre("1", ""));
}

TEST(Csv, takesQuotedFieldsAsTheyAre) {
  EXPECT_THAT(csvFields(R"("left, right", "say ""x""",  "#1 ")"), ElementsAre("left, right", "say \"x\"", "#1 "));
  EXPECT_THAT(csvFields(R"("",2)"), ElementsAre("", "2"));
}

TEST(Csv, findsNothingInEmptyLinesAndComments) {
  EXPECT_THAT(csvFields(""), IsEmpty());
  EXPECT_THAT(csvFields(" \t\r"), IsEmpty());
  EXPECT_THAT(csvFields("  # a, b"), IsEmpty());
}

TEST(Csv, numbersAreWholeFieldsAndFinite) {
  EXPECT_EQ(numberOf("-2.5e3"), -2500.0);
  for (const char* field : {"", "1 2", "1x", "inf", "nan", "1e999", "--1"}) EXPECT_FALSE(numberOf(field)) << field;
}

}  // namespace
}  // namespace tenon::base
