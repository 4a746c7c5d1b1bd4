// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Expression.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

using ::testing::HasSubstr;

Expression read(const std::string& text) {
  return Expression::read(CaseNode::parse("a: 1\nload: " + text, "case.yaml")["load"]);
}

TEST(Expression, isANumberOrAFormula) {
  const Vec3 place(2, 3, 5);
  EXPECT_EQ(Expression(7.5)(place, 1.0), 7.5);
  EXPECT_TRUE(read("-2e-3").isConstant());
  EXPECT_EQ(read("-2e-3").constant(), -2e-3);
  const Expression formula = read("x + 10 * y - z^2 / t + sin(pi * x / 4)");
  EXPECT_FALSE(formula.isConstant());
  EXPECT_DOUBLE_EQ(formula(place, 0.5), 2 + 30 - 50 + 1);
  EXPECT_DOUBLE_EQ(formula(place, 1.0), 2 + 30 - 25 + 1);
  EXPECT_EQ(read("\"x > 1 ? 4 : 3\"")(place, 0.0), 4.0);
  EXPECT_EQ(read("\"x > 1 && y < 1 ? 4 : 3\"")(place, 0.0), 3.0);
}

TEST(Expression, copiesAreIndependent) {
  const Expression a = read("x * t"), b = a;
  EXPECT_EQ(a(Vec3(2, 0, 0), 3.0), 6.0);
  EXPECT_EQ(b(Vec3(5, 0, 0), 1.0), 5.0);
  EXPECT_EQ(a(Vec3(2, 0, 0), 3.0), 6.0);
}

void expectRefused(const std::string& text, const std::vector<std::string>& says) {
  try {
    read(text)(Vec3::Zero(), 2.0);
    ADD_FAILURE() << text << " was not refused";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("case.yaml:2: load: the expression"));
    for (const std::string& what : says) EXPECT_THAT(error.what(), HasSubstr(what));
  }
}

TEST(Expression, reportsInvalidFormulas) {
  expectRefused("2 * q", {"'2 * q'", "\"q\"", "position 4", "x, y, z and t"});
  expectRefused("sin(x", {"'sin(x'", "cannot be read"});
  expectRefused("\"1, 2\"", {"has 2 values"});
  expectRefused("1 / x", {"'1 / x'", "no finite value at x = 0, y = 0, z = 0, t = 2"});
}

}  // namespace
}  // namespace tenon::base
