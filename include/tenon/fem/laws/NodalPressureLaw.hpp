// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Material model with the volumetric energy evaluated at the nodes of a cell, for any material
/// model. The energy of a pure change of volume from the undeformed state,
///   U(J) = W(J^(1/3) I),   at small strain U(theta) = W(theta / 3 I), theta = tr H,
/// is subtracted at the points and added at the nodes, at the mean J_a of the volume ratios of the
/// cells around each node:
///   Pi = sum over cells of integral of W(F) - U(J) dV + sum over nodes of V_a U(J_a)
///
/// For one cell the energy is W(F) - U(J) + mean of U(J_a). With the mean p of U'(J_a) over its
/// nodes
///   P = P'(F) + (p - U'(J)) J F^-T.
/// The tangent at constant p is the tangent of this model. The contribution of changes of p is
/// added by the caller that computes p. U is isotropic: J^(1/3) I stretches all directions equally.
///
/// @see Bonet and Burton, Communications in Numerical Methods in Engineering 14, 1998
class NodalPressureLaw final : public MaterialLaw {
 public:
  /// Constructs the model.
  /// @param law  material model, the same for all cells
  /// @throws InternalError if the model depends on the cell or couples the points of an element.
  explicit NodalPressureLaw(std::unique_ptr<MaterialLaw> law);

  /// Returns the volumetric energy U at a volume ratio J (at small strain: theta), per reference
  /// volume [force/length²].
  Lane volumetricEnergy(const Lane& dilatation) const;
  /// Returns the first derivative U' at a volume ratio J (at small strain: theta) [force/length²].
  Lane volumetricPressure(const Lane& dilatation) const;
  /// Returns the second derivative U'' at a volume ratio J (at small strain: theta)
  /// [force/length²].
  Lane volumetricModulus(const Lane& dilatation) const;

  /// Sets the means over the nodes of each cell of the solid. Must be called before any evaluation
  /// of stress, tangent or energy, which otherwise throw InternalError.
  /// @param pressures  [cells] means of U', ghost cells included [force/length²]
  /// @param energies  [cells] means of U, ghost cells included [force/length²]
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
