// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <cmath>
#include <cstdlib>

#include "caseText.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"
#include "text.hpp"

namespace tenon::base {

/// Parser with its variables, whose addresses must not change.
class Expression::Formula {
 public:
  explicit Formula(const std::string& text) : text_(text) {
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
      throw InputError(fmt::format("the expression {} cannot be read: {} Variables are x, y, z and t.{}", quote(text),
                                   messageOf(error), numberHint(text)));
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

  static std::string messageOf(const mu::ParserError& error) {
    // The message is abbreviated, because it repeats parts of the formula.
    std::string sentence = printable(abbreviate(error.GetMsg(), max_quote_length));
    if (!sentence.empty() && sentence.back() != '.') sentence += '.';
    return sentence;
  }

  std::string text_;
  double values_[4] = {0, 0, 0, 0};
  mu::Parser parser_;
};

Expression::Expression(const std::string& formula) : formula_(std::make_shared<Formula>(formula)) {}

Expression Expression::read(const CaseNode& node) {
  const std::string text = node.text();
  char* end = nullptr;
  std::strtod(text.c_str(), &end);
  if (!text.empty() && *end == '\0') return node.number();
  try {
    Expression expression(text);
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
