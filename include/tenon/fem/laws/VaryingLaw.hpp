#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// A law whose constants differ from cell to cell: `laws`, one for each set of constants, and which of them each cell
/// of the solid has. Eight cells of one law are asked for as ever; otherwise one cell after the other, with its points
/// side by side, so that what is asked for are still whole lanes where cells have many points.
class VaryingLaw final : public MaterialLaw {
 public:
  /// `of_cell`: [cells] among `laws`, of which there is at least one. All are of one material.
  VaryingLaw(std::vector<std::unique_ptr<MaterialLaw>> laws, std::vector<int> of_cell)
      : laws_(std::move(laws)), of_cell_(std::move(of_cell)) {
    has_dyads_ = std::all_of(laws_.begin(), laws_.end(), [](const auto& law) { return law->hasDyads(); });
  }

  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override;
  bool hasDyads() const override { return has_dyads_; }
  void dyads(const LawPoints& at, TangentDyads<Lane>* C) const override;
  void energy(const LawPoints& at, Lane* W) const override;
  void evolve(const LawPoints& at, Lane* next) const override;

  int numInternal() const override { return laws_.front()->numInternal(); }
  int plasticStrain() const override { return laws_.front()->plasticStrain(); }
  bool knowsEnergy() const override { return laws_.front()->knowsEnergy(); }
  bool isSymmetric() const override { return laws_.front()->isSymmetric(); }
  bool isLinear() const override { return laws_.front()->isLinear(); }
  bool isAtSmallStrain() const override { return laws_.front()->isAtSmallStrain(); }
  bool allowsInversion() const override { return laws_.front()->allowsInversion(); }
  bool dependsOnCell() const override { return true; }

 private:
  /// The law of the cell in a lane; lanes beyond the last cell have that of the last one.
  const MaterialLaw& lawOf(const LawPoints& at, int lane) const;
  /// The law of all lanes, or null where they differ.
  const MaterialLaw* common(const LawPoints& at) const;
  template <class Value, class Ask>
  void cellByCell(const LawPoints& at, Value* values, int width, Value* of_cell, Ask&& ask) const;

  std::vector<std::unique_ptr<MaterialLaw>> laws_;
  std::vector<int> of_cell_;
  bool has_dyads_;
};

}  // namespace tenon::fem
