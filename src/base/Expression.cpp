// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <cmath>
#include <cstdlib>
#include <iterator>

#include "ParameterValues.hpp"
#include "caseText.hpp"
#include "formula.hpp"
#include "muParserMessage.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::base {

/// Parser with its variables, whose addresses must not change.
class Expression::Formula {
 public:
  Formula(const std::string& text, const ParameterValues* parameters) : text_(text) {
    if (parameters != nullptr) define(*parameters);
    try {
      for (int i = 0; i < 4; ++i) parser_.DefineVar(names[i], &values_[i]);
      parser_.DefineConst("pi", M_PI);
      parser_.SetExpr(text);
      int count = 0;
      parser_.Eval(count);
      if (count != 1)
        throw InputError(
            fmt::format("the expression {} has {} values instead of one.{}", quote(text), count, numberHint(text)));
    } catch (const mu::ParserError& error) {
      throw InputError(fmt::format("the expression {} cannot be read: {} The variables are x, y, z and t.{}",
                                   quote(text), muParserMessage(error), numberHint(text)));
    }
  }
  Formula(const Formula&) = delete;
  Formula& operator=(const Formula&) = delete;

  const std::string& text() const { return text_; }
  std::string where;  // file, line and path; empty outside a case

  double at(const Vec3& place, double time) {
    for (int i = 0; i < 3; ++i) values_[i] = place[i];
    values_[3] = time;
    const double value = parser_.Eval();
    if (std::isfinite(value)) return value;
    throw InputError(fmt::format("{}the expression {} has no finite value at x = {}, y = {}, z = {}, t = {}.", where,
                                 quote(text_), place[0], place[1], place[2], time));
  }

 private:
  static constexpr const char* names[] = {"x", "y", "z", "t"};

  /// Defines the parameters in the formula as constants.
  void define(const ParameterValues& parameters) {
    for (const std::string& name : namesIn(text_)) {
      if (contains(variables(), name)) continue;
      if (!parameters.has(name)) {
        std::vector<std::string> candidates = parameters.names();
        const auto own = variables();
        candidates.insert(candidates.end(), own.begin(), own.end());
        throw InputError(fmt::format("the expression {} contains the unknown name {}{}{}", quote(text_), quote(name),
                                     suggestionFor(name, candidates), numberHint(text_)));
      }
      parser_.DefineConst(name, parameters.value(name));
    }
  }

  static std::vector<std::string> variables() { return {std::begin(names), std::end(names)}; }

  std::string text_;
  double values_[4] = {0, 0, 0, 0};
  mu::Parser parser_;
};

Expression::Expression(const std::string& formula) : Expression(formula, nullptr) {}

Expression::Expression(const std::string& formula, const ParameterValues* parameters)
    : formula_(std::make_shared<Formula>(formula, parameters)) {}

Expression Expression::read(const CaseNode& node) {
  const std::string text = node.scalar();
  if (text.empty())
    node.fail(fmt::format("the value must be a number or an expression in terms of x, y, z and t, but is {}.",
                          node.isMap()    ? "a block"
                          : node.isList() ? "a list"
                                          : "empty"));
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  if (*end == '\0') return node.number();
  if (node.parameters() != nullptr && node.isNumber()) return node.number();
  try {
    Expression expression(text, node.parameters());
    expression.formula_->where = node.place() + ": ";
    return expression;
  } catch (const InputError& error) {
    node.fail(error.what());
  }
}

double Expression::operator()(const Vec3& place, double time) const {
  return formula_ ? formula_->at(place, time) : constant_;
}

std::string Expression::text() const {
  return formula_ ? formula_->text() : fmt::format("{}", constant_);
}

}  // namespace tenon::base
