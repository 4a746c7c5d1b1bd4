#pragma once
#include <memory>
#include <vector>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// A law whose energy of volume is that of the nodes of a cell (Bonet and Burton, Communications in Numerical Methods
/// in Engineering 14, 1998, for any law). What a law stores in a change of volume alone, at rest before,
///   U(J) = W(J^(1/3) I),   at small strain U(theta) = W(theta / 3 I), theta = tr H,
/// is taken out at the points, and comes back at the nodes, at the mean J_a of the volume ratios of the cells around
/// each:
///   Pi = sum over cells of integral of W(F) - U(J) dV + sum over nodes of V_a U(J_a)
/// For one cell that is W(F) - U(J) + mean of U(J_a), and with p the mean of U'(J_a) over its nodes
///   P = P'(F) + (p - U'(J)) J F^-T,
/// the tangent at constant p is this law's, and what p changes is the business of whoever finds it. U does not know
/// directions: under J^(1/3) I all are stretched alike.
class NodalPressureLaw final : public MaterialLaw {
 public:
  /// `law` is the same for all cells.
  explicit NodalPressureLaw(std::unique_ptr<MaterialLaw> law);

  /// U, U' and U'' at a volume ratio J; at small strain at theta. Per volume.
  Lane volumetricEnergy(const Lane& dilatation) const;
  Lane volumetricPressure(const Lane& dilatation) const;
  Lane volumetricModulus(const Lane& dilatation) const;

  /// Means of U' and of U over the nodes of each cell of the solid, [cells]. Nothing is evaluated before.
  void place(std::vector<double> pressures, std::vector<double> energies);

  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override;
  bool hasDyads() const override { return law_->hasDyads(); }
  void dyads(const LawPoints& at, TangentDyads<Lane>* C) const override;
  void energy(const LawPoints& at, Lane* W) const override;

  int numInternal() const override { return law_->numInternal(); }
  void evolve(const LawPoints& at, Lane* next) const override { law_->evolve(at, next); }
  int plasticStrain() const override { return law_->plasticStrain(); }
  bool knowsEnergy() const override { return law_->knowsEnergy(); }
  bool isSymmetric() const override { return law_->isSymmetric(); }
  bool isLinear() const override { return law_->isLinear(); }
  bool isAtSmallStrain() const override { return law_->isAtSmallStrain(); }
  bool allowsInversion() const override { return isAtSmallStrain(); }
  bool dependsOnRate() const override { return law_->dependsOnRate(); }
  bool dependsOnCell() const override { return true; }

 private:
  struct Volume;
  Volume volumeAt(const LawPoints& at, int point) const;
  LawPoints spherically(const Tensor<Lane>& H) const;
  Lane rootOf(const Lane& dilatation) const;
  Tensor<Lane> sphericalGradient(const Lane& dilatation) const;
  static Lane ofCells(const LawPoints& at, const std::vector<double>& values);

  std::unique_ptr<MaterialLaw> law_;
  std::vector<Lane> at_rest_;  // internal variables
  std::vector<double> pressures_, energies_;
};

}  // namespace tenon::fem
