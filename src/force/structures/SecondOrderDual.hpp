// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <cmath>

namespace tenon::force {

/// Number with its first and second derivatives with respect to n variables (exact second-order
/// automatic differentiation). It is ten times faster than Eigen's AutoDiffScalar of
/// AutoDiffScalars, which does not use the symmetry of the second derivatives.
template <int n>
struct SecondOrderDual {
  using Slope = Eigen::Matrix<double, n, 1>;
  using Curvature = Eigen::Matrix<double, n, n>;
  double value = 0;
  Slope slope = Slope::Zero();
  Curvature curvature = Curvature::Zero();

  /// Returns f(a), given the values of f, f' and f'' at a.
  static SecondOrderDual chain(const SecondOrderDual& a, double f, double df, double ddf) {
    return {f, df * a.slope, df * a.curvature + ddf * a.slope * a.slope.transpose()};
  }

  friend SecondOrderDual operator+(const SecondOrderDual& a, const SecondOrderDual& b) {
    return {a.value + b.value, a.slope + b.slope, a.curvature + b.curvature};
  }
  friend SecondOrderDual operator-(const SecondOrderDual& a, const SecondOrderDual& b) {
    return {a.value - b.value, a.slope - b.slope, a.curvature - b.curvature};
  }
  friend SecondOrderDual operator*(double factor, const SecondOrderDual& a) {
    return {factor * a.value, factor * a.slope, factor * a.curvature};
  }
  friend SecondOrderDual operator*(const SecondOrderDual& a, const SecondOrderDual& b) {
    SecondOrderDual c{a.value * b.value, a.value * b.slope + b.value * a.slope, a.slope * b.slope.transpose()};
    c.curvature = (c.curvature + c.curvature.transpose()).eval();
    c.curvature += a.value * b.curvature + b.value * a.curvature;
    return c;
  }
  friend SecondOrderDual sqrt(const SecondOrderDual& a) {
    const double root = std::sqrt(a.value);
    return chain(a, root, 0.5 / root, -0.25 / (root * a.value));
  }
  friend SecondOrderDual inverse(const SecondOrderDual& a) {
    const double r = 1 / a.value;
    return chain(a, r, -r * r, 2 * r * r * r);
  }
};

}  // namespace tenon::force
