// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Plane-stress form of a material model: H_33 is determined by P_33 = 0 with Newton's method at
/// each point. The z-axis must be an axis of symmetry of the material, so that P_13 = P_23 = 0.
/// With C of the underlying model,
///   dH_33 = -C_33kl dH_kl / C_3333,  C'_ijkl = C_ijkl - C_ij33 C_33kl / C_3333
/// H_33 of the given points is not read. If Newton's method does not converge, all results are NaN.
class PlaneStressLaw final : public MaterialLaw {
 public:
  /// Constructs the plane-stress form of a material model.
  explicit PlaneStressLaw(std::unique_ptr<MaterialLaw> law) : law_(std::move(law)) {}

  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override;
  void energy(const LawPoints& at, Lane* W) const override;
  void completeGradients(const LawPoints& at, Tensor<Lane>* H) const override;

  int numInternal() const override { return law_->numInternal(); }
  void evolve(const LawPoints& at, Lane* next) const override;
  int plasticStrainIndex() const override { return law_->plasticStrainIndex(); }

  bool hasEnergy() const override { return law_->hasEnergy(); }
  bool isSymmetric() const override { return law_->isSymmetric(); }
  bool isLinear() const override { return law_->isLinear(); }
  bool dependsOnRate() const override { return law_->dependsOnRate(); }
  bool dependsOnCell() const override { return law_->dependsOnCell(); }
  bool isAtSmallStrain() const override { return law_->isAtSmallStrain(); }
  bool allowsInversion() const override { return law_->allowsInversion(); }

 private:
  std::unique_ptr<MaterialLaw> law_;
};

}  // namespace tenon::fem
