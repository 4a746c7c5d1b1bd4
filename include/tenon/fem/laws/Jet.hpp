// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>

#include "tenon/fem/Dual.hpp"

// Jets: values with derivatives with respect to all nine entries of a displacement gradient
// (forward-mode automatic differentiation, exact to round-off). T is double, Lane or Dual.
namespace tenon::fem {

namespace detail {
/// Enables a template for arithmetic types other than T.
template <class Number, class T>
using IfConstant = std::enable_if_t<std::is_arithmetic_v<Number> && !std::is_same_v<Number, T>, int>;

/// Operations on jets. They are derived from three operations of the jet type: the sum, the
/// product, and a.chain(f, f', f''), which applies a scalar function f to a jet a.
template <class Number, class T>
struct JetOperators {
  /// Returns -a.
  friend Number operator-(const Number& a) { return -1.0 * a; }
  /// Returns the difference a - b.
  friend Number operator-(const Number& a, const Number& b) { return a + -1.0 * b; }
  /// Returns the sum of a constant and a jet.
  friend Number operator+(const T& a, const Number& b) { return b + a; }
  /// Returns the difference of a jet and a constant.
  friend Number operator-(const Number& a, const T& b) { return a + (-1.0 * b); }
  /// Returns the difference of a constant and a jet.
  friend Number operator-(const T& a, const Number& b) { return -1.0 * b + a; }
  /// Returns the product of a jet and a constant.
  friend Number operator*(const Number& a, const T& b) { return b * a; }
  /// Returns the quotient of a constant and a jet.
  friend Number operator/(const T& a, const Number& b) { return a * reciprocal(b); }
  /// Returns the quotient a / b.
  friend Number operator/(const Number& a, const Number& b) { return a * reciprocal(b); }
  /// Returns the quotient of a jet and a constant.
  friend Number operator/(const Number& a, const T& b) { return (1.0 / b) * a; }
  // Operations with arithmetic types other than T.
  /// Returns the sum a + b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator+(const Number& a, Plain b) {
    return a + constant(b);
  }
  /// Returns the sum a + b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator+(Plain a, const Number& b) {
    return b + constant(a);
  }
  /// Returns the difference a - b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator-(const Number& a, Plain b) {
    return a + constant(-b);
  }
  /// Returns the difference a - b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator-(Plain a, const Number& b) {
    return -1.0 * b + constant(a);
  }
  /// Returns the product a b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator*(Plain a, const Number& b) {
    return constant(a) * b;
  }
  /// Returns the product a b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator*(const Number& a, Plain b) {
    return constant(b) * a;
  }
  /// Returns the quotient a / b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator/(const Number& a, Plain b) {
    return constant(1.0 / b) * a;
  }
  /// Returns the quotient a / b.
  template <class Plain, IfConstant<Plain, T> = 0>
  friend Number operator/(Plain a, const Number& b) {
    return constant(a) * reciprocal(b);
  }
  /// Adds b to this jet.
  Number& operator+=(const Number& b) { return self() = self() + b; }
  /// Subtracts b from this jet.
  Number& operator-=(const Number& b) { return self() = self() - b; }
  /// Multiplies this jet by b.
  Number& operator*=(const Number& b) { return self() = self() * b; }

  /// Returns 1 / a.
  friend Number reciprocal(const Number& a) {
    const T r = 1.0 / a.value, slope = -1.0 * r * r;
    return a.chain(r, slope, -2.0 * slope * r);
  }
  /// Returns the square root of a.
  friend Number sqrt(const Number& a) {
    const T root = sqrt(a.value), slope = 0.5 / root;
    return a.chain(root, slope, -0.5 * slope / a.value);
  }
  /// Returns the exponential of a.
  friend Number exp(const Number& a) {
    const T power = exp(a.value);
    return a.chain(power, power, power);
  }
  /// Returns the natural logarithm of a.
  friend Number log(const Number& a) {
    const T slope = 1.0 / a.value;
    return a.chain(log(a.value), slope, -1.0 * slope * slope);
  }

 private:
  static T constant(double a) { return T{} + a; }
  Number& self() { return static_cast<Number&>(*this); }
};
}  // namespace detail

/// Value and its first derivatives with respect to the nine entries of the displacement gradient H,
/// for forward-mode automatic differentiation.
template <class T>
struct LinearJet : detail::JetOperators<LinearJet<T>, T> {
  /// Number of directions of differentiation.
  static constexpr int size = 9;
  T value{};           ///< value of the jet
  T slope[size] = {};  ///< derivatives with respect to the entries of H, row by row

  /// Constructs a jet with zero value and derivatives.
  LinearJet() = default;
  /// Converts a constant to a jet with zero derivatives.
  LinearJet(const T& v) : value(v) {}  // NOLINT
  /// Converts a constant of another arithmetic type to a jet with zero derivatives.
  template <class Number, detail::IfConstant<Number, T> = 0>
  LinearJet(Number v) : value(T{} + static_cast<double>(v)) {}  // NOLINT

  /// Makes this jet the independent variable with index `direction`.
  /// @param direction  index of the entry of H, row by row, 0 to 8
  void seed(int direction) { slope[direction] = slope[direction] + 1.0; }

  /// Applies a scalar function by the chain rule. The third argument, the second derivative of the
  /// function, is not used.
  /// @param f  value of the function at the value of this jet
  /// @param df  first derivative of the function
  /// @return value and derivatives of the composite function
  LinearJet chain(const T& f, const T& df, const T&) const {
    LinearJet result(f);
    for (int i = 0; i < size; ++i) result.slope[i] = df * slope[i];
    return result;
  }
  /// Returns the sum a + b.
  friend LinearJet operator+(LinearJet a, const LinearJet& b) {
    a.value = a.value + b.value;
    for (int i = 0; i < size; ++i) a.slope[i] = a.slope[i] + b.slope[i];
    return a;
  }
  /// Returns the sum of a jet and a constant.
  friend LinearJet operator+(LinearJet a, const T& b) {
    a.value = a.value + b;
    return a;
  }
  /// Returns the product of a constant and a jet.
  friend LinearJet operator*(const T& a, LinearJet b) {
    b.value = a * b.value;
    for (int i = 0; i < size; ++i) b.slope[i] = a * b.slope[i];
    return b;
  }
  /// Returns the product a b.
  friend LinearJet operator*(const LinearJet& a, const LinearJet& b) {
    LinearJet result(a.value * b.value);
    for (int i = 0; i < size; ++i) result.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
    return result;
  }
};

/// Value and its first and second derivatives with respect to the nine entries of the displacement
/// gradient H (hyper-dual number in all directions). Second derivatives with respect to entries i
/// and j are stored for i <= j, row by row. They are computed only for values that are not linear
/// in H; this halves the work for most materials.
/// @see Fike and Alonso, AIAA 2011-886
template <class T>
struct QuadraticJet : detail::JetOperators<QuadraticJet<T>, T> {
  static constexpr int size = 9,  ///< number of directions of differentiation
      num_pairs = 45;             ///< number of pairs of directions
  T value{};                      ///< value of the jet
  T slope[size] = {};             ///< derivatives with respect to the entries of H, row by row
  T curvature[num_pairs];         ///< second derivatives; undefined unless is_curved
  bool is_curved = false;         ///< true if second derivatives may be different from zero
  int seed_of = -1;               ///< index of the entry if the jet is an entry of H plus a constant; -1 otherwise

  /// Constructs a jet with zero value and derivatives.
  QuadraticJet() {}
  /// Converts a constant to a jet with zero derivatives.
  QuadraticJet(const T& v) : value(v) {}  // NOLINT
  /// Converts a constant of another arithmetic type to a jet with zero derivatives.
  template <class Number, detail::IfConstant<Number, T> = 0>
  QuadraticJet(Number v) : value(T{} + static_cast<double>(v)) {}  // NOLINT
  /// Copies a jet. Second derivatives are copied only if they may be different from zero.
  QuadraticJet(const QuadraticJet& other) { *this = other; }
  /// Assigns a jet. Second derivatives are copied only if they may be different from zero.
  QuadraticJet& operator=(const QuadraticJet& other) {
    value = other.value;
    is_curved = other.is_curved;
    seed_of = other.seed_of;
    for (int i = 0; i < size; ++i) slope[i] = other.slope[i];
    for (int k = 0; is_curved && k < num_pairs; ++k) curvature[k] = other.curvature[k];
    return *this;
  }

  /// Makes this jet the independent variable with index `direction`.
  /// @param direction  index of the entry of H, row by row, 0 to 8
  void seed(int direction) {
    slope[direction] = slope[direction] + 1.0;
    seed_of = direction;
  }

  /// Applies a scalar function by the chain rule.
  /// @param f  value of the function at the value of this jet
  /// @param df  first derivative of the function
  /// @param ddf  second derivative of the function
  /// @return value and derivatives of the composite function
  [[gnu::noinline]] QuadraticJet chain(const T& f, const T& df, const T& ddf) const {
    QuadraticJet result(f);
    T bent[size];
    for (int i = 0; i < size; ++i) {
      result.slope[i] = df * slope[i];
      bent[i] = ddf * slope[i];
    }
    result.is_curved = true;
    for (int i = 0, k = 0; i < size; ++i)
      for (int j = i; j < size; ++j, ++k)
        result.curvature[k] = is_curved ? bent[i] * slope[j] + df * curvature[k] : bent[i] * slope[j];
    return result;
  }
  /// Returns the sum a + b.
  [[gnu::noinline]] friend QuadraticJet operator+(const QuadraticJet& a, const QuadraticJet& b) {
    QuadraticJet sum(a.value + b.value);
    for (int i = 0; i < size; ++i) sum.slope[i] = a.slope[i] + b.slope[i];
    sum.is_curved = a.is_curved || b.is_curved;
    if (a.is_curved && b.is_curved)
      for (int k = 0; k < num_pairs; ++k) sum.curvature[k] = a.curvature[k] + b.curvature[k];
    else if (sum.is_curved)
      for (int k = 0; k < num_pairs; ++k) sum.curvature[k] = a.is_curved ? a.curvature[k] : b.curvature[k];
    return sum;
  }
  /// Returns the sum of a jet and a constant.
  friend QuadraticJet operator+(const QuadraticJet& a, const T& b) {
    QuadraticJet sum(a);
    sum.value = a.value + b;
    return sum;
  }
  /// Returns the position in `curvature` of the pair of directions i and j, in any order.
  static constexpr int pair(int i, int j) { return i <= j ? i * (2 * size - i - 1) / 2 + j : pair(j, i); }
  /// Returns the product of a constant and a jet.
  [[gnu::noinline]] friend QuadraticJet operator*(const T& a, const QuadraticJet& b) {
    QuadraticJet result(a * b.value);
    result.is_curved = b.is_curved;
    for (int i = 0; i < size; ++i) result.slope[i] = a * b.slope[i];
    for (int k = 0; b.is_curved && k < num_pairs; ++k) result.curvature[k] = a * b.curvature[k];
    return result;
  }
  /// Returns the product a b.
  [[gnu::noinline]] friend QuadraticJet operator*(const QuadraticJet& a, const QuadraticJet& b) {
    QuadraticJet result(a.value * b.value);
    for (int i = 0; i < size; ++i) result.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
    result.is_curved = true;
    if (a.is_curved && b.is_curved)
      for (int i = 0, k = 0; i < size; ++i)
        for (int j = i; j < size; ++j, ++k)
          result.curvature[k] = (a.slope[i] * b.slope[j] + b.slope[i] * a.slope[j]) +
                                (b.value * a.curvature[k] + a.value * b.curvature[k]);
    else
      for (int i = 0, k = 0; i < size; ++i)
        for (int j = i; j < size; ++j, ++k) result.curvature[k] = a.slope[i] * b.slope[j] + b.slope[i] * a.slope[j];
    if (a.is_curved != b.is_curved) {
      const QuadraticJet &bent = a.is_curved ? a : b, &straight = a.is_curved ? b : a;
      for (int k = 0; k < num_pairs; ++k)
        result.curvature[k] = result.curvature[k] + straight.value * bent.curvature[k];
    }
    return result;
  }
};

/// Returns the number itself, which has no derivatives.
inline const Lane& valueOf(const Lane& a) {
  return a;
}
/// Returns the number itself, which has no derivatives.
inline double valueOf(double a) {
  return a;
}
/// Returns the value of a dual number or jet, without derivatives.
template <class Number>
auto valueOf(const Number& a) -> decltype(valueOf(a.value)) {
  return valueOf(a.value);
}

/// Returns max(a, 0), with zero derivatives at 0.
template <class T>
T positivePart(const T& a) {
  const auto value = valueOf(a);
  return (value > 0.0 ? 0.0 * value + 1.0 : 0.0 * value) * a;
}

/// Returns a^p for a > 0.
template <class T>
T power(const T& a, double p) {
  return exp(p * log(a));
}

}  // namespace tenon::fem
