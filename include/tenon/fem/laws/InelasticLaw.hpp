// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Material model with internal variables z. The material is a plain struct with these functions:
///   Tensor<Lane> stress(const Tensor<Lane>& H, const Lane* z) const       P
///   Tangent<Lane, 3> tangent(const Tensor<Lane>& H, const Lane* z) const  dP/dH
///   void evolve(const Tensor<Lane>& H, const Lane* z, Lane* next) const   z at the end of the step
///   Lane energy(const Tensor<Lane>& H, const Lane* z) const               recoverable energy
///
/// It also defines the constants `num_internal` (number of variables), `plastic_strain` (index of
/// the equivalent plastic strain) and `is_at_small_strain`. The argument z contains the values at
/// the beginning of the step. The model is rate-independent: the stress does not depend on the step
/// size.
/// @see MaterialLaw
template <class Material>
class InelasticLaw final : public MaterialLaw {
 public:
  /// Constructs the model from a material.
  explicit InelasticLaw(Material material) : material_(std::move(material)) {}

  void stress(const LawPoints& at, Tensor<Lane>* P) const override {
    for (int p = 0; p < at.count; ++p) P[p] = material_.stress(at.H[p], of(at, p));
  }
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override {
    for (int p = 0; p < at.count; ++p) C[p] = material_.tangent(at.H[p], of(at, p));
  }
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override {
    for (int p = 0; p < at.count; ++p) dP[p] = contraction(material_.tangent(at.H[p], of(at, p)), dH[p]);
  }
  void energy(const LawPoints& at, Lane* W) const override {
    for (int p = 0; p < at.count; ++p) W[p] = material_.energy(at.H[p], of(at, p));
  }
  void evolve(const LawPoints& at, Lane* next) const override {
    for (int p = 0; p < at.count; ++p) material_.evolve(at.H[p], of(at, p), next + p * Material::num_internal);
  }

  int numInternal() const override { return Material::num_internal; }
  int plasticStrainIndex() const override { return Material::plastic_strain; }
  bool hasEnergy() const override { return false; }
  bool isSymmetric() const override { return is_symmetric<Material>; }
  bool isLinear() const override { return false; }
  bool isAtSmallStrain() const override { return Material::is_at_small_strain; }
  bool allowsInversion() const override { return allows_inversion<Material>; }

 private:
  static const Lane* of(const LawPoints& at, int p) { return at.internal + p * Material::num_internal; }

  Material material_;
};

}  // namespace tenon::fem
