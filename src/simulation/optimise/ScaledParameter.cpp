// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ScaledParameter.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::simulation {

ScaledParameter::ScaledParameter(const GradientParameter& parameter)
    : parameter_(parameter), scale_(std::abs(parameter.value)) {
  const double length = parameter.upper - parameter.lower;
  if (scale_ == 0.0) scale_ = std::isfinite(length) ? 0.5 * length : 1.0;
}

double ScaledParameter::scaled(double value) const {
  if (!std::isfinite(value)) return value;
  return parameter_.is_logarithmic ? std::log(value / parameter_.value) : (value - parameter_.value) / scale_;
}

double ScaledParameter::valueAt(double x) const {
  // The bounds are returned exactly, in spite of round-off.
  if (x <= lower()) return parameter_.lower;
  if (x >= upper()) return parameter_.upper;
  const double value = parameter_.is_logarithmic ? parameter_.value * std::exp(x) : parameter_.value + scale_ * x;
  return std::clamp(value, parameter_.lower, parameter_.upper);
}

}  // namespace tenon::simulation
