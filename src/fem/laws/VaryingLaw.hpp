// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <memory>
#include <vector>

#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// Material model with constants that vary from cell to cell. It contains one model for each
/// distinct set of constants. `num_lanes` consecutive cells that share a model are evaluated
/// together. Otherwise cells are evaluated one by one, with the points of a cell in the lanes, so
/// that lanes are used efficiently if cells have many points.
class VaryingLaw final : public MaterialLaw {
 public:
  /// Constructs the model.
  /// @param laws  at least one model, all of the same material type
  /// @param of_cell  [cells] index in `laws` of the model of each cell of the solid
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
  int plasticStrainIndex() const override { return laws_.front()->plasticStrainIndex(); }
  bool hasEnergy() const override { return laws_.front()->hasEnergy(); }
  bool isSymmetric() const override { return laws_.front()->isSymmetric(); }
  bool isLinear() const override { return laws_.front()->isLinear(); }
  bool isAtSmallStrain() const override { return laws_.front()->isAtSmallStrain(); }
  bool allowsInversion() const override { return laws_.front()->allowsInversion(); }
  bool dependsOnCell() const override { return true; }

 private:
  /// Returns the model of the cell in a lane. Lanes beyond the last cell use the model of the last
  /// cell.
  const MaterialLaw& lawOf(const LawPoints& at, int lane) const;
  /// Returns the common model of all lanes, or null if the models differ.
  const MaterialLaw* common(const LawPoints& at) const;
  template <class Value, class Evaluate>
  void evaluateByCell(const LawPoints& at, Value* values, int width, Value* of_cell, Evaluate&& evaluate) const;

  std::vector<std::unique_ptr<MaterialLaw>> laws_;
  std::vector<int> of_cell_;
  bool has_dyads_;
};

}  // namespace tenon::fem
