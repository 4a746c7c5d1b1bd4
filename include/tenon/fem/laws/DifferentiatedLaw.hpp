// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "tenon/fem/laws/InvariantJet.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/fem/laws/materialTraits.hpp"

namespace tenon::fem {

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
