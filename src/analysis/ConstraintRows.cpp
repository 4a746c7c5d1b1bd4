// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ConstraintRows.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "la/arrays.hpp"
#include "system/evaluation.hpp"

namespace tenon::analysis {

ConstraintRows::ConstraintRows(const system::MechanicalSystem& mechanics, const system::LinearSystem& system,
                               const WeightedNorms& norms, const StepUnknowns& unknowns)
    : mechanics_(mechanics), system_(system), norms_(norms), unknowns_(unknowns) {
  if (!mechanics_.hasMultipliers()) return;
  jacobian_ = std::make_unique<system::ConstraintJacobian>(mechanics_, system_.layout(), system_.constrainedFlags());
  multipliers_ = jacobian_->makeVector();
  if (ActiveSet::isNeededFor(mechanics_)) active_set_ = std::make_unique<ActiveSet>(mechanics_, *jacobian_);
}

bool ConstraintRows::isLinear() const {
  const auto& constraints = mechanics_.constraints();
  return std::all_of(constraints.begin(), constraints.end(), [](const auto& one) { return one->isLinear(); });
}

std::vector<std::vector<double>> ConstraintRows::physicalMultipliers(Vec multipliers) const {
  std::vector<std::vector<double>> physical;
  if (!jacobian_) return physical;
  const std::vector<double> entries = la::entriesOf(multipliers);
  for (const la::NamedRows& group : jacobian_->groups()) {
    const auto first = entries.begin() + group.first;
    std::vector<double>& lambda = physical.emplace_back(first, first + group.count);
    for (std::size_t r = 0; r < lambda.size(); ++r)
      lambda[r] *= jacobian_->scales()[static_cast<std::size_t>(group.first) + r];
  }
  return physical;
}

la::Vector ConstraintRows::multipliersOfBounds() const {
  la::Vector of_bounds = copyMultipliers();
  if (!of_bounds) return of_bounds;
  la::WriteArray entries(of_bounds.get());
  for (std::size_t c = 0; c < mechanics_.constraints().size(); ++c) {
    const constraint::Constraint& constraint = *mechanics_.constraints()[c];
    if (constraint.active && constraint.isUnilateral()) continue;
    const la::NamedRows& group = jacobian_->groups()[c];
    std::fill_n(entries.begin() + group.first, group.count, 0.0);
  }
  return of_bounds;
}

// Passes the multipliers to the constraints, whose geometric stiffness depends on them, in the
// current states.
void ConstraintRows::passMultipliers() {
  if (isLinear()) return;
  const std::vector<std::vector<double>> lambda = physicalMultipliers(multipliers_.get());
  for (std::size_t c = 0; c < lambda.size(); ++c) mechanics_.constraints()[c]->setMultipliers(lambda[c]);
}

void ConstraintRows::setMultipliers(Vec multipliers) {
  if (!jacobian_) return;
  TENON_PETSC(VecCopy(multipliers, multipliers_.get()));
  passMultipliers();
}

void ConstraintRows::update(Vec multipliers) {
  if (jacobian_ && !isLinear()) jacobian_->update(mechanics_, system_.layout(), system_.constrainedFlags());
  setMultipliers(multipliers);
}

void ConstraintRows::assembleAnew() {
  *jacobian_ = system::ConstraintJacobian(mechanics_, system_.layout(), system_.constrainedFlags());
  factors_ = {}, soft_ = {};
  passMultipliers();
}

void ConstraintRows::invalidate() {
  if (!jacobian_) return;
  assembleAnew();
  if (!active_set_) return;
  auto active_set = std::make_unique<ActiveSet>(mechanics_, *jacobian_);
  active_set->adopt(*active_set_);
  active_set_ = std::move(active_set);
}

void ConstraintRows::updateActiveSet(double stiffness, double touching, RowChanges changes) {
  if (!active_set_) return;
  active_set_->decide(allRows().get(), multipliers_.get(),
                      active_set_->computeRowProperties(*jacobian_, norms_.weights()), stiffness, touching, changes);
  passMultipliers();
}

void ConstraintRows::releaseBounds() {
  if (!active_set_) return;
  active_set_->releaseAll(multipliers_.get());
  passMultipliers();
}

std::vector<char> ConstraintRows::closedRowFlags() const {
  std::vector<char> rows(jacobian_->scales().size(), 1);
  for (std::size_t row = 0; active_set_ && row < rows.size(); ++row) rows[row] = active_set_->isClosed(row) ? 1 : 0;
  return rows;
}

// Returns Phi + C lambda.
la::Vector ConstraintRows::allRows() const {
  if (!jacobian_) return {};
  la::Vector rows = jacobian_->makeVector();
  std::vector<double> phi = system::constraintResidualOf(mechanics_);
  std::transform(phi.begin(), phi.end(), jacobian_->scales().begin(), phi.begin(), std::multiplies<>());
  la::setEntries(rows.get(), phi);
  if (jacobian_->compliance() == nullptr) return rows;
  la::Vector soft = jacobian_->makeVector();
  TENON_PETSC(VecPointwiseMult(soft.get(), jacobian_->compliance(), multipliers_.get()));
  TENON_PETSC(VecAXPY(rows.get(), 1.0, soft.get()));
  return rows;
}

la::Vector ConstraintRows::residual() const {
  la::Vector rows = allRows();
  if (active_set_) active_set_->combine(rows.get());
  return rows;
}

double ConstraintRows::gap(Vec residual) const {
  double largest = 0.0;
  for (const double gap : gaps(residual)) largest = std::max(largest, gap);
  return mechanics_.comm().max(largest);
}

std::vector<double> ConstraintRows::gaps(Vec residual) const {
  std::vector<double> rows = la::entriesOf(residual);
  const std::vector<double> slopes = jacobian_->lengths(norms_.weights());
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (!std::isfinite(rows[r]))
      rows[r] = std::numeric_limits<double>::infinity();
    else
      rows[r] = slopes[r] > 0.0 && (!active_set_ || active_set_->isActive(r)) ? std::abs(rows[r]) / slopes[r] : 0.0;
  }
  return rows;
}

void ConstraintRows::relax(Vec residual) const {
  std::vector<double> rows = la::entriesOf(residual);
  std::transform(rows.begin(), rows.end(), jacobian_->relaxations().begin(), rows.begin(), std::multiplies<>());
  la::setEntries(residual, rows);
}

// Returns k by row, and computes C / k; nullptr if k = 1.
Vec ConstraintRows::factors() const {
  const Kinematics& kinematics = unknowns_.kinematics();
  if (!jacobian_ || unknowns_.areDisplacements() || kinematics.isStatic()) return nullptr;
  if (factors_ && formed_for_ == kinematics) return factors_.get();
  formed_for_ = kinematics;
  std::vector<double> factors;
  for (const auto& constraint : mechanics_.constraints())
    factors.insert(factors.end(), static_cast<std::size_t>(constraint->numRows()),
                   constraint->level() == constraint::Constraint::Level::velocity ? kinematics.velocity_rows
                                                                                  : kinematics.position_rows);
  factors_ = jacobian_->makeVector();
  la::setEntries(factors_.get(), factors);
  if (jacobian_->compliance() == nullptr) return factors_.get();
  soft_ = jacobian_->makeVector();
  TENON_PETSC(VecPointwiseDivide(soft_.get(), jacobian_->compliance(), factors_.get()));
  return factors_.get();
}

void ConstraintRows::divideByFactors(Vec rows) const {
  if (const Vec k = factors()) TENON_PETSC(VecPointwiseDivide(rows, rows, k));
}

void ConstraintRows::multiplyByFactors(Vec rows) const {
  if (const Vec k = factors()) TENON_PETSC(VecPointwiseMult(rows, rows, k));
}

Vec ConstraintRows::compliance() const {
  if (!jacobian_) return nullptr;
  const Vec k = factors(), own = k != nullptr ? soft_.get() : jacobian_->compliance();
  return active_set_ ? active_set_->compliance(own, k) : own;
}

}  // namespace tenon::analysis
