// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Equations.hpp"

#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::analysis {

Equations::Equations(system::MechanicalSystem& mechanics, std::unique_ptr<system::LinearSystem> system)
    : mechanics_(mechanics),
      system_(system ? std::move(system) : std::make_unique<system::AssembledSystem>(mechanics)),
      norms_(mechanics),
      unknowns_(mechanics, *system_, norms_),
      rows_(mechanics, *system_, norms_, unknowns_),
      tangent_(mechanics, *system_, norms_, unknowns_, rows_) {}

void Equations::setTime(double time) {
  mechanics_.setTime(time);
  unknowns_.imposeDirichletValues();
  if (!unknowns_.areDisplacements())
    rows_.update(rows_.multipliers());
  else if (ActiveSet* const active_set = rows_.activeSet())
    active_set->restart();
}

void Equations::setUnknowns(Vec x, Vec multipliers) {
  unknowns_.set(x);
  rows_.update(multipliers);
}

void Equations::setState(double time, const StateVectors& states, Vec multipliers) {
  mechanics_.setTime(time);
  unknowns_.setStates(states);
  rows_.update(multipliers);
}

void Equations::updateActiveSet(RowChanges changes) {
  constexpr double touching = 1e-10;  // relative to the size
  if (rows_.activeSet() != nullptr)
    rows_.updateActiveSet(tangent_.stiffnessOfBounds(), touching * unknowns_.size(), changes);
}

bool Equations::updatePairs(double share) {
  if (rows_.activeSet() == nullptr || !mechanics_.updatePairs(share)) return false;
  system_->adaptToNewGhosts();
  rows_.assembleAnew();
  tangent_.discard();
  return true;
}

void Equations::invalidate() {
  tangent_.invalidate();
  rows_.invalidate();
}

}  // namespace tenon::analysis
