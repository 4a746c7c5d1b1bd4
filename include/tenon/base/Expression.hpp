#pragma once
#include <memory>
#include <string>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// A formula in the place x, y, z and the time t, such as "20 + 60 * exp(-x / 5) * sin(2 * pi * t)": operators,
/// functions and `a ? b : c` of muParser. A number is one too. Nothing here is collective.
class Expression {
 public:
  Expression(double value = 0.0) : constant_(value) {}  // a number stands for itself
  /// InputError that quotes the formula and says what is wrong with it, and where.
  explicit Expression(const std::string& formula);
  /// The same from a case; the sentence begins with file, line and path.
  static Expression read(const CaseNode& node);

  /// Its value; InputError where that is not finite.
  double operator()(const Vec3& place, double time) const;

  /// Whether it is a plain number, which is then `constant()`.
  bool isConstant() const { return formula_ == nullptr; }
  double constant() const { return constant_; }
  std::string text() const;

 private:
  class Formula;  // muParser's
  double constant_ = 0.0;
  std::shared_ptr<Formula> formula_;
};

}  // namespace tenon::base
