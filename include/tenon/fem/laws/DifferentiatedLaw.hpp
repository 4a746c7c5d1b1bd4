// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "tenon/fem/laws/MaterialLaw.hpp"
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
  /// @param energy  energy, evaluated at a tensor of jets, in which the entries of H are the
  ///   independent variables
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

/// Material model whose derivatives are computed by automatic differentiation. The material is a
/// plain struct with at least one of the following function templates, in which T is the scalar
/// type:
///   T energy(const Tensor<T>& H)           W; stress and tangent are obtained by differentiation
///   Tensor<T> stress(const Tensor<T>& H)   P; the tangent is obtained by differentiation
/// If both are given, stress() is used for P and energy() for W.
///
/// For efficiency, the material may also provide `Tangent<T, 3> tangent(const Tensor<T>& H)` in
/// addition to stress(), or `TangentDyads<T> dyads(const Tensor<T>& H)` if its tangent has the form
/// of TangentDyads. If the tensor G of the dyads is F^-T and the factors depend only on J = det F,
/// the material may also provide `DyadFactors<T> dyadFactors(const T& J)`.
///
/// A material with fibre directions declares `has_fibres = true`, and its functions take `const
/// Fibres&` as a second argument. T is Lane, or a Dual or jet of Lane. If an energy depends on H
/// only through firstInvariantMinus3(H) and determinant(deformationGradient(H)), it is
/// differentiated with respect to these two invariants.
template <class Material>
class DifferentiatedLaw final : public MaterialLaw {
  static_assert(has_stress<Material> || has_energy<Material>,
                "A material model must define `stress(H)` or `energy(H)` as a function template in the scalar type.");

 public:
  /// Constructs the model and tests numerically whether the energy depends only on the two
  /// invariants.
  explicit DifferentiatedLaw(Material material) : material_(std::move(material)) { findDependence(); }

  void stress(const LawPoints& at, Tensor<Lane>* P) const override {
    if constexpr (may_depend_on_invariants) {
      if (depends_on_invariants_) {
        for (int p = 0; p < at.count; ++p) P[p] = evaluateInvariants(at.H[p]).stress();
        return;
      }
    }
    for (int p = 0; p < at.count; ++p) P[p] = stressOf(at.H[p], at, p);
  }

  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override {
    for (int p = 0; p < at.count; ++p) {
      Tensor<Dual<Lane>> moving;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) moving(i, j) = Dual<Lane>(at.H[p](i, j), dH[p](i, j));
      const Tensor<Dual<Lane>> P = stressOf(moving, at, p);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) dP[p](i, j) = P(i, j).slope;
    }
  }

  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override {
    if constexpr (may_depend_on_invariants) {
      if (depends_on_invariants_) {
        for (int p = 0; p < at.count; ++p) C[p] = evaluateInvariants(at.H[p]).tangent();
        return;
      }
    }
    for (int p = 0; p < at.count; ++p) {
      if constexpr (has_dyads<Material>)
        C[p] = dyadsOf(at.H[p], at, p).expanded();
      else if constexpr (has_tangent<Material>)
        C[p] = call([&](const auto&... more) { return material_.tangent(at.H[p], more...); }, at, p);
      else if constexpr (has_stress<Material>)
        C[p] = derivativesOf(stressOf(seeded<LinearJet<Lane>>(at.H[p]), at, p));
      else
        C[p] = secondDerivativesOf(energyOf(seeded<QuadraticJet<Lane>>(at.H[p]), at, p));
    }
  }

  bool hasDyads() const override { return has_dyads<Material> || (depends_on_invariants_ && !is_curved_in_S_); }
  void dyads(const LawPoints& at, TangentDyads<Lane>* C) const override {
    if (!hasDyads()) return MaterialLaw::dyads(at, C);
    for (int p = 0; p < at.count; ++p) {
      if constexpr (has_dyads<Material>)
        C[p] = dyadsOf(at.H[p], at, p);
      else if constexpr (may_depend_on_invariants)
        C[p] = evaluateInvariants(at.H[p]).dyads();
    }
  }
  bool hasDyadFactors() const override { return has_dyad_factors<Material>; }
  void dyadFactors(int count, const Lane* J, DyadFactors<Lane>* factors) const override {
    if constexpr (has_dyad_factors<Material>)
      for (int p = 0; p < count; ++p) factors[p] = material_.dyadFactors(J[p]);
    else
      MaterialLaw::dyadFactors(count, J, factors);
  }

  void energy(const LawPoints& at, Lane* W) const override {
    for (int p = 0; p < at.count; ++p) {
      if constexpr (has_energy<Material>)
        W[p] = energyOf(at.H[p], at, p);
      else if constexpr (Material::is_linear && is_symmetric<Material>)
        W[p] = 0.5 * contraction(stressOf(at.H[p], at, p), at.H[p]);
      else
        W[p] = Lane{};
    }
  }

  bool hasEnergy() const override { return has_energy<Material> || (Material::is_linear && is_symmetric<Material>); }
  bool isSymmetric() const override { return is_symmetric<Material>; }
  bool isLinear() const override { return Material::is_linear; }
  bool allowsInversion() const override { return Material::is_linear || allows_inversion<Material>; }

 private:
  static constexpr bool may_depend_on_invariants =
      !has_stress<Material> && std::is_invocable_v<detail::CallEnergy, Material, Tensor<InvariantJet<Lane>>>;

  template <class Function>
  static auto call(const Function& function, const LawPoints& at, int p) {
    if constexpr (has_fibres<Material>)
      return function(at.fibres[p]);
    else
      return function();
  }
  template <class T>
  TangentDyads<T> dyadsOf(const Tensor<T>& H, const LawPoints& at, int p) const {
    return call([&](const auto&... more) { return material_.dyads(H, more...); }, at, p);
  }
  template <class T>
  T energyOf(const Tensor<T>& H, const LawPoints& at, int p) const {
    return call([&](const auto&... more) { return material_.energy(H, more...); }, at, p);
  }
  template <class T>
  Tensor<T> stressOf(const Tensor<T>& H, const LawPoints& at, int p) const {
    if constexpr (has_stress<Material>)
      return call([&](const auto&... more) { return material_.stress(H, more...); }, at, p);
    else
      return derivativesOf(energyOf(seeded<LinearJet<T>>(H), at, p));
  }

  template <class T>
  InvariantEnergy<T> evaluateInvariants(const Tensor<T>& H) const {
    return {material_.energy(seeded<InvariantJet<T>>(H)), H};
  }

  // Tests, at an arbitrary H, whether the energy depends on the two invariants only and calls
  // determinant() with F as its argument: compares the stress from the invariants with the
  // derivatives of the energy with respect to all nine entries of H.
  void findDependence() {
    if constexpr (may_depend_on_invariants) {
      Tensor<Lane> H;
      for (int k = 0; k < 9; ++k) H(k / 3, k % 3) = base::allLanes(0.02 * ((7 * k + 3) % 5 - 1.5));
      const InvariantEnergy<Lane> energy = evaluateInvariants(H);
      if (energy.W.is_invalid) return;
      const Tensor<Lane> P = derivativesOf(material_.energy(seeded<LinearJet<Lane>>(H))), stress = energy.stress();
      double size = 0, error = 0;
      for (int k = 0; k < 9; ++k) {
        size = std::max(size, std::abs(P(k / 3, k % 3)[0]));
        error = std::max(error, std::abs(stress(k / 3, k % 3)[0] - P(k / 3, k % 3)[0]));
      }
      depends_on_invariants_ = size > 0 && error <= 1e-10 * size;
      is_curved_in_S_ = energy.W.is_curved_in_S;
    }
  }

  Material material_;
  bool depends_on_invariants_ = false, is_curved_in_S_ = true;
};

}  // namespace tenon::fem
