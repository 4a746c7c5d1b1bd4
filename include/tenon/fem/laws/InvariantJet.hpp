// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Value that depends on the displacement gradient H only through S = firstInvariantMinus3(H) and
/// J = det(I + H), with its first and second derivatives with respect to S and J: five derivatives
/// instead of the 54 of a QuadraticJet. Entries of H are also represented by this type. These
/// entries, and values computed from them by functions other than firstInvariantMinus3() and
/// determinant(), are marked by `is_invalid`, because their derivatives are undefined.
template <class T>
struct InvariantJet : detail::JetOperators<InvariantJet<T>, T> {
  /// Value of the jet.
  T value{};
  T slope[2] = {};      ///< derivatives with respect to S and J
  T curvature[3] = {};  ///< second derivatives d²/dS², d²/(dS dJ) and d²/dJ²
  /// True if the derivatives are undefined.
  bool is_invalid = false;
  bool has_S = false,           ///< true if the value depends on S
      has_J = false;            ///< true if the value depends on J
  bool is_curved_in_S = false;  ///< true unless the value is a constant times S plus a function of J
  /// Index of the entry if the value is an entry of H plus a constant; -1 otherwise.
  int seed_of = -1;

  /// Constructs a jet with zero value and derivatives.
  InvariantJet() = default;
  /// Converts a constant to a jet with zero derivatives.
  InvariantJet(const T& v) : value(v) {}  // NOLINT
  /// Converts a constant of another arithmetic type to a jet with zero derivatives.
  template <class Number, detail::IfConstant<Number, T> = 0>
  InvariantJet(Number v) : value(T{} + static_cast<double>(v)) {}  // NOLINT

  /// Marks this jet as an entry of H.
  /// @param direction  index of the entry, row by row, 0 to 8
  void seed(int direction) {
    seed_of = direction;
    is_invalid = true;
  }

  /// Applies a scalar function by the chain rule.
  /// @param f  value of the function at the value of this jet
  /// @param df  first derivative of the function
  /// @param ddf  second derivative of the function
  /// @return value and derivatives of the composite function
  InvariantJet chain(const T& f, const T& df, const T& ddf) const {
    InvariantJet result(f);
    result.is_invalid = is_invalid, result.has_S = has_S, result.has_J = has_J;
    result.is_curved_in_S = has_S;
    for (int i = 0, k = 0; i < 2; ++i) {
      result.slope[i] = df * slope[i];
      for (int j = i; j < 2; ++j, ++k) result.curvature[k] = ddf * slope[i] * slope[j] + df * curvature[k];
    }
    return result;
  }
  /// Returns the sum a + b.
  friend InvariantJet operator+(InvariantJet a, const InvariantJet& b) {
    a.value = a.value + b.value;
    for (int i = 0; i < 2; ++i) a.slope[i] = a.slope[i] + b.slope[i];
    for (int k = 0; k < 3; ++k) a.curvature[k] = a.curvature[k] + b.curvature[k];
    a.depend(b);
    a.seed_of = -1;
    return a;
  }
  /// Returns the sum of a jet and a constant.
  friend InvariantJet operator+(InvariantJet a, const T& b) {
    a.value = a.value + b;
    return a;
  }
  /// Returns the product of a constant and a jet.
  friend InvariantJet operator*(const T& a, InvariantJet b) {
    b.value = a * b.value;
    for (int i = 0; i < 2; ++i) b.slope[i] = a * b.slope[i];
    for (int k = 0; k < 3; ++k) b.curvature[k] = a * b.curvature[k];
    b.seed_of = -1;
    return b;
  }
  /// Returns the product a b.
  friend InvariantJet operator*(const InvariantJet& a, const InvariantJet& b) {
    InvariantJet result(a.value * b.value);
    result.depend(a), result.depend(b);
    if ((a.has_S && (b.has_S || b.has_J)) || (b.has_S && a.has_J)) result.is_curved_in_S = true;
    for (int i = 0, k = 0; i < 2; ++i) {
      result.slope[i] = a.slope[i] * b.value + a.value * b.slope[i];
      for (int j = i; j < 2; ++j, ++k)
        result.curvature[k] =
            (a.slope[i] * b.slope[j] + b.slope[i] * a.slope[j]) + (b.value * a.curvature[k] + a.value * b.curvature[k]);
    }
    return result;
  }

 private:
  void depend(const InvariantJet& on) {
    is_invalid = is_invalid || on.is_invalid;
    has_S = has_S || on.has_S, has_J = has_J || on.has_J;
    is_curved_in_S = is_curved_in_S || on.is_curved_in_S;
  }
};

/// Returns true if each entry of a tensor is the corresponding entry of H plus a constant.
/// @param a  tensor of jets
/// @param values  values of the entries of `a`; set regardless of the result
template <class T>
bool areSeeds(const Tensor<InvariantJet<T>>& a, Tensor<T>& values) {
  bool are = true;
  for (int k = 0; k < 9; ++k) {
    are = are && a(k / 3, k % 3).seed_of == k;
    values(k / 3, k % 3) = a(k / 3, k % 3).value;
  }
  return are;
}

/// Returns S = tr(F^T F) - 3 with its derivatives.
template <class T>
InvariantJet<T> firstInvariantMinus3(const Tensor<InvariantJet<T>>& H) {
  Tensor<T> values;
  if (!areSeeds(H, values)) return firstInvariantMinus3<InvariantJet<T>>(H);
  InvariantJet<T> S(firstInvariantMinus3(values));
  S.slope[0] = T{} + 1.0;
  S.has_S = true;
  return S;
}

/// Returns J with its derivatives, on the assumption that the argument is F. F cannot be
/// distinguished from H here, so the caller must verify the result, as DifferentiatedLaw does.
template <class T>
InvariantJet<T> determinant(const Tensor<InvariantJet<T>>& F) {
  Tensor<T> values;
  if (!areSeeds(F, values)) return determinant<InvariantJet<T>>(F);
  InvariantJet<T> J(determinant(values));
  J.slope[1] = T{} + 1.0;
  J.has_J = true;
  return J;
}

/// Energy W(S, J) of a material at a displacement gradient. The stress is P = 2 W_S F + W_J A, with
/// A = dJ/dF = cof F. Subscripts of W denote partial derivatives.
template <class T>
struct InvariantEnergy {
  InvariantJet<T> W;  ///< energy with derivatives
  Tensor<T> F;        ///< deformation gradient

  /// Constructs the energy at a displacement gradient.
  /// @param energy  energy, evaluated at a tensor of jets that are seeded as the entries of H
  /// @param H  displacement gradient
  InvariantEnergy(const InvariantJet<T>& energy, const Tensor<T>& H) : W(energy), F(deformationGradient(H)) {}

  /// Returns the first Piola-Kirchhoff stress P.
  Tensor<T> stress() const { return 2.0 * W.slope[0] * F + W.slope[1] * cofactor(F); }

  /// Returns dP/dF for an energy with W_SS = W_SJ = 0, for which `is_curved_in_S` is false.
  TangentDyads<T> dyads() const {
    const T J = determinant(F), bulk = J * W.slope[1];
    return {2.0 * W.slope[0], J * J * W.curvature[2] + bulk, -1.0 * bulk, (1.0 / J) * cofactor(F)};
  }

  /// Returns dP/dF for any energy, including the dyadic products of F and A.
  Tangent<T, 3> tangent() const {
    Tangent<T, 3> C = dyads().expanded();
    const Tensor<T> A = cofactor(F);
    const T of_F = 4.0 * W.curvature[0], mixed = 2.0 * W.curvature[1];
    for (int i = 0; i < 9; ++i)
      for (int j = 0; j < 9; ++j) {
        const T &Fi = F(i / 3, i % 3), &Fj = F(j / 3, j % 3), &Ai = A(i / 3, i % 3), &Aj = A(j / 3, j % 3);
        T& entry = C.entry[i / 3][i % 3][j / 3][j % 3];
        entry = entry + (of_F * Fi * Fj + mixed * (Fi * Aj + Ai * Fj));
      }
    return C;
  }
};

}  // namespace tenon::fem
