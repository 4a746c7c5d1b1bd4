// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Material model at F-bar = (theta / J)^(1/3) F, J = det F, with the mean theta of J over the
/// element. The dilatation is constant in each element, so that near-incompressible materials do
/// not lock. This is the three-field variational principle with one theta and one pressure for each
/// element, both eliminated:
///   W = W'(F-bar),   P = beta P' + (s J - pi) F^-T,   beta = (theta / J)^(1/3)
/// with P' = dW'/dF at F-bar, pi = P' : F-bar / 3, and s the sum of v pi over V theta. v are the
/// volumes of the points and V is their sum; a common factor of all v has no influence. At small
/// strain H-bar = H + (mean of tr H - tr H) / 3 I, the B-bar method.
///
/// @see Simo, Taylor and Pister, 1985; Hughes, 1980 (B-bar)
class MeanDilatationLaw final : public CoupledLaw {
 public:
  /// Constructs the model from the material model of a point.
  explicit MeanDilatationLaw(std::unique_ptr<MaterialLaw> law) : law_(std::move(law)) {}

  const MaterialLaw& pointLaw() const override { return *law_; }
  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  using CoupledLaw::tangent;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C, PointCoupling& coupling) const override;
  void energy(const LawPoints& at, Lane* W) const override;
  /// Computes H of F-bar.
  void completeGradients(const LawPoints& at, Tensor<Lane>* H) const override;

  bool hasEnergy() const override { return law_->hasEnergy(); }
  bool isSymmetric() const override { return law_->isSymmetric(); }
  bool isLinear() const override { return law_->isLinear(); }
  bool dependsOnRate() const override { return law_->dependsOnRate(); }
  bool dependsOnCell() const override { return law_->dependsOnCell(); }
  bool isAtSmallStrain() const override { return law_->isAtSmallStrain(); }
  bool allowsInversion() const override { return isAtSmallStrain(); }

  int numInternal() const override { return law_->numInternal(); }
  void evolve(const LawPoints& at, Lane* next) const override;
  int plasticStrainIndex() const override { return law_->plasticStrainIndex(); }

 private:
  struct Element;

  void evaluateElement(const LawPoints& at, Element& element) const;

  std::unique_ptr<MaterialLaw> law_;
};

}  // namespace tenon::fem
