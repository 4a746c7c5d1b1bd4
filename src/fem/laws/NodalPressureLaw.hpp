// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Material model that evaluates the volumetric energy of a given model at the nodes of a cell
/// instead of its quadrature points. The energy of a pure change of volume from the undeformed
/// state,
///   U(J) = W(J^(1/3) I),   at small strain U(theta) = W(theta / 3 I), theta = tr H,
/// is subtracted at the quadrature points and added at the nodes, where it is evaluated for the
/// mean volume ratio J_a of the adjacent cells:
///   Pi = sum over cells of integral of W(F) - U(J) dV + sum over nodes of V_a U(J_a)
///
/// The energy per volume of a cell is W(F) - U(J) plus the mean of U(J_a) over its nodes. Its
/// stress is
///   P = dW/dF + (p - U'(J)) J F^-T,
/// where p is the mean of U'(J_a) over the nodes of the cell. The tangent of this model is the
/// tangent at constant p. The caller, which computes p, must add to the stiffness the contribution
/// of the changes in p. U depends on the deformation only through J, even if W is anisotropic.
///
/// @see Bonet and Burton, Communications in Numerical Methods in Engineering 14, 1998
class NodalPressureLaw final : public MaterialLaw {
 public:
  /// Constructs the model.
  /// @param law  model to be modified, which must be the same for all cells
  /// @throws InternalError if the model depends on the cell or couples the points of an element
  explicit NodalPressureLaw(std::unique_ptr<MaterialLaw> law);

  /// Returns the volumetric energy U(J), or U(theta) at small strain, per reference volume
  /// [force/length²].
  /// @param dilatation  volume ratio J; theta at small strain
  Lane volumetricEnergy(const Lane& dilatation) const;
  /// Returns the first derivative U'(J), or U'(theta) at small strain [force/length²].
  /// @param dilatation  volume ratio J; theta at small strain
  Lane volumetricPressure(const Lane& dilatation) const;
  /// Returns the second derivative U''(J), or U''(theta) at small strain [force/length²].
  /// @param dilatation  volume ratio J; theta at small strain
  Lane volumetricModulus(const Lane& dilatation) const;

  /// Sets the pressure and the volumetric energy of each cell of the solid. Both are means over the
  /// nodes of the cell. This function must be called before the stress, tangent or energy is
  /// evaluated; otherwise the evaluation throws InternalError.
  /// @param pressures  [cells] means of U', including ghost cells [force/length²]
  /// @param energies  [cells] means of U, including ghost cells [force/length²]
  void setPressures(std::vector<double> pressures, std::vector<double> energies);

  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override;
  bool hasDyads() const override { return law_->hasDyads(); }
  void dyads(const LawPoints& at, TangentDyads<Lane>* C) const override;
  void energy(const LawPoints& at, Lane* W) const override;

  int numInternal() const override { return law_->numInternal(); }
  void evolve(const LawPoints& at, Lane* next) const override { law_->evolve(at, next); }
  int plasticStrainIndex() const override { return law_->plasticStrainIndex(); }
  bool hasEnergy() const override { return law_->hasEnergy(); }
  bool isSymmetric() const override { return law_->isSymmetric(); }
  bool isLinear() const override { return law_->isLinear(); }
  bool isAtSmallStrain() const override { return law_->isAtSmallStrain(); }
  bool allowsInversion() const override { return isAtSmallStrain(); }
  bool dependsOnRate() const override { return law_->dependsOnRate(); }
  bool dependsOnCell() const override { return true; }

 private:
  struct Volume;
  Volume volumeAt(const LawPoints& at, int point) const;
  LawPoints sphericalPoints(const Tensor<Lane>& H) const;
  Lane rootOf(const Lane& dilatation) const;
  Tensor<Lane> sphericalGradient(const Lane& dilatation) const;
  static Lane ofCells(const LawPoints& at, const std::vector<double>& values);

  std::unique_ptr<MaterialLaw> law_;
  std::vector<Lane> initial_internal_;  // initial internal variables
  std::vector<double> pressures_, energies_;
};

}  // namespace tenon::fem
