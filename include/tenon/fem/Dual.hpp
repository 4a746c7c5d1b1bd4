// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <type_traits>

#include "tenon/base/Lane.hpp"

namespace tenon::fem {

// Elementary functions that act on all lanes. Where available, exp() and log() are the vector
// functions of the C library, which are accurate to 4 units in the last place and take a fifth of
// the time of the scalar functions.
using base::Lane;
using std::exp;
using std::log;
using std::sqrt;

/// Applies a scalar function to each lane.
/// @param x  arguments
/// @param function  callable that takes a double and returns a double
template <class Function>
Lane laneByLane(const Lane& x, Function&& function) {
  Lane y;
  for (int lane = 0; lane < base::num_lanes; ++lane) y[lane] = function(x[lane]);
  return y;
}
/// Returns the square root of each lane.
inline Lane sqrt(const Lane& x) {
  return laneByLane(x, [](double v) { return std::sqrt(v); });
}
/// Returns the exponential of each lane.
Lane exp(const Lane& x);
/// Returns the natural logarithm of each lane.
Lane log(const Lane& x);

/// Dual number for forward-mode automatic differentiation: a value and its derivative in one
/// direction, exact to round-off. T is double or Lane. Eigen::AutoDiffScalar cannot be used
/// instead, because it requires Eigen's scalar types and does not support Lane.
/// @see Griewank and Walther, Evaluating Derivatives, 2008, chapter 3
template <class T>
struct Dual {
  /// Value of the dual number.
  T value;
  /// Derivative of the value in the seeded direction.
  T slope;

  /// Constructs a dual number with zero value and derivative.
  Dual() : value(T{}), slope(T{}) {}
  /// Constructs a dual number from a value and its derivative.
  Dual(const T& v, const T& s) : value(v), slope(s) {}
  /// Converts a constant to a dual number with zero derivative.
  Dual(const T& v) : value(v), slope(T{}) {}  // NOLINT
  /// Converts a constant of another arithmetic type to a dual number with zero derivative.
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number> && !std::is_same_v<Number, T>, int> = 0>
  Dual(Number v) : value(T{} + static_cast<double>(v)), slope(T{}) {}  // NOLINT

  /// Returns the sum a + b.
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  /// Returns the difference a - b.
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  /// Returns -a.
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  /// Returns the product a b.
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  /// Returns the quotient a / b.
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  /// Adds b to this number.
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  /// Subtracts b from this number.
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  /// Multiplies this number by b.
  Dual& operator*=(const Dual& b) { return *this = *this * b; }

  /// Returns the square root of a.
  friend Dual sqrt(const Dual& a) {
    const T root = fem::sqrt(a.value);
    return {root, a.slope / (2.0 * root)};
  }
  /// Returns the exponential of a.
  friend Dual exp(const Dual& a) {
    const T power = fem::exp(a.value);
    return {power, power * a.slope};
  }
  /// Returns the natural logarithm of a.
  friend Dual log(const Dual& a) { return {fem::log(a.value), a.slope / a.value}; }
};

}  // namespace tenon::fem
