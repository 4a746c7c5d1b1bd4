// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulation/reading/parameters/GradientParameter.hpp"

namespace tenon::simulation {

/// Parameter p of a case as a variable x of a minimisation, x = 0 at its initial value p0:
/// p = p0 exp(x) on the logarithmic scale, otherwise p = p0 + s x, where s is |p0| or, if p0 is
/// zero, half the length of the range, or 1.
class ScaledParameter {
 public:
  /// Creates the variable of a parameter.
  explicit ScaledParameter(const GradientParameter& parameter);

  /// Returns the parameter.
  const GradientParameter& parameter() const { return parameter_; }
  /// Smallest and largest admissible value of the variable, which may be infinite.
  double lower() const { return scaled(parameter_.lower); }
  /// Largest admissible value of the variable.
  double upper() const { return scaled(parameter_.upper); }
  /// Returns the value of the parameter, which is within its range.
  double valueAt(double x) const;
  /// Returns dp/dx at a value of the parameter.
  double slopeAt(double value) const { return parameter_.is_logarithmic ? value : scale_; }

 private:
  double scaled(double value) const;

  GradientParameter parameter_;
  double scale_;  // s
};

}  // namespace tenon::simulation
