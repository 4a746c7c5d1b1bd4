// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Formula in the coordinates x, y, z and the time t, such as "20 + 60 * exp(-x / 5)". Operators,
/// functions and the conditional `a ? b : c` are those of muParser. A plain number is also an
/// expression.
/// @note Not collective.
class Expression {
 public:
  /// Creates a constant expression with the given value.
  Expression(double value = 0.0) : constant_(value) {}  // implicit, so that numbers can be passed as expressions
  /// Parses a formula.
  /// @param formula  formula in x, y, z and t, in the notation of muParser
  /// @throws InputError if the formula is invalid; the message contains the formula, the error and
  ///   its position
  /// @see https://beltoforion.de/en/muparser
  explicit Expression(const std::string& formula);
  /// Reads an expression, which is a number or a formula, from a node of the case. The formula may
  /// contain the parameters of the case. A formula that contains no variables except parameters is
  /// a constant expression.
  /// @throws InputError if the node is not a scalar, is empty, or contains an invalid formula; the
  ///   message starts with file, line and path
  static Expression read(const CaseNode& node);

  /// Evaluates the formula.
  /// @param place  [3] coordinates x, y and z [length]
  /// @param time   time t
  /// @return value of the formula, in the unit of the quantity that the expression represents
  /// @throws InputError if the value is not finite; the message gives the formula and its
  ///   arguments
  double operator()(const Vec3& place, double time) const;

  /// True if the expression is a plain number; constant() then returns this number.
  bool isConstant() const { return formula_ == nullptr; }
  /// Value of a constant expression; 0 if isConstant() is false.
  double constant() const { return constant_; }
  /// Returns the formula, or the number as a string.
  std::string text() const;

 private:
  class Formula;  // wraps muParser's parser

  Expression(const std::string& formula, const ParameterValues* parameters);

  double constant_ = 0.0;
  std::shared_ptr<Formula> formula_;
};

}  // namespace tenon::base
