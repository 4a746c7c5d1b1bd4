// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "formula.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "caseText.hpp"
#include "muParserMessage.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::base {
namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isWordCharacter(char c) {
  return isLetter(c) || (c >= '0' && c <= '9') || c == '_';
}

[[noreturn]] void throwUnreadable(const std::string& formula, const mu::ParserError& error) {
  throw InputError(
      fmt::format("the formula {} cannot be read: {}{}", quote(formula), muParserMessage(error), numberHint(formula)));
}

}  // namespace

std::vector<std::string> namesIn(const std::string& formula) {
  std::vector<std::string> names;
  try {
    mu::Parser parser;
    parser.DefineConst("pi", M_PI);
    parser.SetExpr(formula);
    for (const auto& variable : parser.GetUsedVar()) names.push_back(variable.first);
  } catch (const mu::ParserError& error) {
    throwUnreadable(formula, error);
  }
  return names;
}

double evaluateFormula(const std::string& formula, const std::map<std::string, double>& values) {
  int count = 0;
  double value = 0.0;
  try {
    mu::Parser parser;
    parser.DefineConst("pi", M_PI);
    for (const auto& [name, number] : values) parser.DefineConst(name, number);
    parser.SetExpr(formula);
    const double* const results = parser.Eval(count);
    if (count == 1) value = results[0];
  } catch (const mu::ParserError& error) {
    throwUnreadable(formula, error);
  }
  if (count != 1)
    throw InputError(
        fmt::format("the formula {} has {} values instead of one.{}", quote(formula), count, numberHint(formula)));
  if (std::isfinite(value)) return value;
  std::string arguments;
  for (const auto& [name, number] : values)
    arguments += fmt::format("{}{} = {}", arguments.empty() ? " at " : ", ", name, number);
  throw InputError(fmt::format("the formula {} has no finite value{}.", quote(formula), arguments));
}

std::string obstacleToName(const std::string& name) {
  const auto is_other = [](char c) { return !isWordCharacter(c); };
  if (name.empty() || !isLetter(name[0]) || std::any_of(name.begin(), name.end(), is_other))
    return "is not a valid name (letters, digits and underscores, beginning with a letter)";
  if (contains({"x", "y", "z"}, name)) return "is a coordinate in formulas";
  if (name == "t") return "is the time in formulas";
  char* end = nullptr;
  std::strtod(name.c_str(), &end);
  if (*end == '\0') return "is read as a number";
  const mu::Parser parser;
  if (name == "pi" || parser.GetConst().count(name) != 0) return "is a constant of formulas";
  if (parser.GetFunDef().count(name) != 0) return "is a function of formulas";
  return {};
}

}  // namespace tenon::base
