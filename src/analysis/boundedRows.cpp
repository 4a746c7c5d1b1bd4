// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Members of Equations: candidate pairs, changes of the model, rows with bounds in the linear
// system, and multipliers of a time integrator that treats bounds itself.
#include <limits>

#include "ActiveSet.hpp"
#include "Equations.hpp"
#include "analysis/steps/stepMemory.hpp"

namespace tenon::analysis {

void Equations::setMultipliers(Vec multipliers) {
  if (multipliers != multipliers_.get()) TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  constraints_->update(mechanics_, system_->layout(), system_->constrainedFlags());
  scatterMultipliers();
}

bool Equations::updatePairs(double share) {
  if (!active_set_ || !mechanics_.updatePairs(share)) return false;
  system_->adaptToNewGhosts();
  makeJacobian();
  updateConstraints();
  return true;
}

void Equations::makeJacobian() {
  *constraints_ = system::ConstraintJacobian(mechanics_, system_->layout(), system_->constrainedFlags());
  is_assembled_ = false;
}

StepMemory Equations::stepMemory() const {
  return {stepMemoryOf(mechanics_), active_set_ ? active_set_->stepMemory() : std::any(), bound_stiffness_};
}

void Equations::restoreContributors(const StepMemory& memory) {
  bound_stiffness_ = memory.bound_stiffness;
  restoreStepMemory(mechanics_, memory.contributors);
  if (!mechanics_.updatePairs(std::numeric_limits<double>::infinity())) return;
  system_->adaptToNewGhosts();
  makeJacobian();
}

void Equations::restoreActiveRows(const StepMemory& memory, Vec multipliers) {
  if (!active_set_) return;
  active_set_->restoreStepMemory(memory.active_set);
  TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  scatterMultipliers();
}

void Equations::invalidate() {
  ++revision_;
  is_assembled_ = false;
  largest_stiffness_ = -1.0;
  if (!constraints_) return;
  makeJacobian();
  factors_ = {}, soft_ = {};
  formFactors();
  if (!active_set_) return;
  auto active_set = std::make_unique<ActiveSet>(mechanics_, *constraints_);
  active_set->adopt(*active_set_);
  active_set_ = std::move(active_set);
}

Mat Equations::activeRows(Mat G) const {
  return active_set_ ? active_set_->activeRows(G) : G;
}

bool Equations::recordActiveSetChange() const {
  return active_set_ && active_set_->recordChange();
}

bool Equations::hasActiveSetChanged() const {
  return active_set_ && active_set_->hasChanged();
}

void Equations::allowRowChanges(RowChanges changes) {
  if (active_set_) active_set_->allowRowChanges(changes);
}

std::int64_t Equations::numRowChanges() const {
  return active_set_ ? active_set_->numChanges() : 0;
}

std::int64_t Equations::activeSetIdentifier() const {
  return active_set_ ? active_set_->setIdentifier() : 0;
}

std::vector<char> Equations::closedRowFlags() const {
  std::vector<char> rows(constraints_->scales().size(), 1);
  for (std::size_t row = 0; active_set_ && row < rows.size(); ++row) rows[row] = active_set_->isClosed(row) ? 1 : 0;
  return rows;
}

void Equations::combineRows(Vec rows) const {
  if (active_set_) active_set_->combine(rows);
}

void Equations::distributeMultipliers(Vec change) const {
  if (active_set_) active_set_->distribute(change);
}

Vec Equations::compliance() const {
  Vec own = factors_ ? soft_.get() : constraints_->compliance();
  return active_set_ ? active_set_->compliance(own, factors_.get()) : own;
}

}  // namespace tenon::analysis
