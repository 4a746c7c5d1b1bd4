#pragma once
#include <type_traits>

#include "tenon/fem/laws/lanes.hpp"

namespace tenon::fem {

/// A value and its slope in one direction: arithmetic on it differentiates without error (forward mode).
/// Eigen's AutoDiffScalar wants Eigen's scalars and cannot stand on a Lane; this can: T is double or Lane.
template <class T>
struct Dual {
  T value;
  T slope;

  Dual() : value(T{}), slope(T{}) {}
  Dual(const T& v, const T& s) : value(v), slope(s) {}
  Dual(const T& v) : value(v), slope(T{}) {}  // NOLINT: a constant is a number without slope
  template <class Number, std::enable_if_t<std::is_arithmetic_v<Number> && !std::is_same_v<Number, T>, int> = 0>
  Dual(Number v) : value(T{} + static_cast<double>(v)), slope(T{}) {}  // NOLINT

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend Dual operator-(const Dual& a) { return {-a.value, -a.slope}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const T quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }

  friend Dual sqrt(const Dual& a) {
    const T root = fem::sqrt(a.value);
    return {root, a.slope / (2.0 * root)};
  }
  friend Dual exp(const Dual& a) {
    const T power = fem::exp(a.value);
    return {power, power * a.slope};
  }
  friend Dual log(const Dual& a) { return {fem::log(a.value), a.slope / a.value}; }
};

}  // namespace tenon::fem
