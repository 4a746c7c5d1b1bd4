// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Finite-strain viscoelastic material model, in which the deviatoric stress of an elastic model
/// relaxes according to a Prony series. The elastic model describes the instantaneous response,
/// with the second Piola-Kirchhoff stress S = F^-1 P. With C = F^T F, DEV[A] = A - (A : C) C^-1 / 3
/// and T = J^(2/3) DEV[S], the stress S' after relaxation is
///   S' = S - DEV[S] + J^(-2/3) DEV[(1 - sum of g) T + sum of g h]
///   dh/dt + h / tau = dT/dt for each term
///
/// Within a step, T is assumed to be linear in time, and the equation for h is integrated exactly:
///   h_{n+1} = e^-x h_n + (1 - e^-x) / x (T_{n+1} - T_n),   x = dt / tau
/// The internal variables are T and, for each term, h; each has six components. At small strain the
/// model reduces to the generalised Maxwell model.
///
/// @see Simo, Computer Methods in Applied Mechanics and Engineering 60, 1987; Simo and Hughes,
///   Computational Inelasticity, 1998, section 10.3; Taylor, Pister and Goudreau, 1970 (time
///   integration)
class ViscoelasticLaw final : public MaterialLaw {
 public:
  /// Constructs the model from the instantaneous elastic response and the terms of the Prony
  /// series.
  /// @param law  elastic model for finite strains, without internal variables
  /// @param terms  terms of the Prony series; the sum of their fractions g must be less than 1
  ViscoelasticLaw(std::unique_ptr<MaterialLaw> law, std::vector<RelaxationTerm> terms);

  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override;
  /// Computes the energy of the instantaneous response.
  void energy(const LawPoints& at, Lane* W) const override;

  int numInternal() const override { return 6 * (1 + static_cast<int>(terms_.size())); }
  void evolve(const LawPoints& at, Lane* next) const override;

  bool hasEnergy() const override { return false; }
  bool isSymmetric() const override { return is_symmetric_; }
  bool isLinear() const override { return false; }
  bool allowsInversion() const override { return false; }
  bool dependsOnRate() const override { return true; }
  bool dependsOnCell() const override { return law_->dependsOnCell(); }

 private:
  struct RelaxedState;
  RelaxedState relaxedState(const LawPoints& at, int point) const;

  std::unique_ptr<MaterialLaw> law_;
  std::vector<RelaxationTerm> terms_;
  bool is_symmetric_;
};

}  // namespace tenon::fem
