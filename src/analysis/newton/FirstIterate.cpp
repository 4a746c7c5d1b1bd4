// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "FirstIterate.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/checks/modelChecks.hpp"
#include "la/matrices/Projection.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {

std::optional<FirstIterate::Prediction> FirstIterate::predict(base::Phases& phases, Vec start) {
  constexpr double round_off = 1e-13;  // relative to the size of the model
  const la::Vector change = changeFrom(start);
  const double moved =
      std::abs(equations_.unknowns().kinematics().position) * equations_.norms().largestDisplacement(change.get());
  if (!(moved > round_off * equations_.unknowns().size())) return std::nullopt;
  const la::Vector x = equations_.unknowns().get(), multipliers = equations_.rows().copyMultipliers();
  try {
    Prediction prediction = solve(phases, start, change.get(), multipliers.get());
    if (isFinite()) return prediction;
  } catch (const base::Error& error) {
    if (!error.isOnAllRanks()) throw;
    base::log().debug("  no first iterate from the tangent at the beginning of the step: {}", error.what());
  }
  equations_.setUnknowns(x.get(), multipliers.get());
  if (ActiveSet* const active_set = equations_.rows().activeSet();
      active_set && equations_.unknowns().areDisplacements())
    active_set->restart();
  return std::nullopt;
}

// Returns d. In statics, d contains the increments of rotations as the linear system does.
la::Vector FirstIterate::changeFrom(Vec start) const {
  la::Vector change = equations_.unknowns().areDisplacements() ? equations_.unknowns().incrementFrom(start)
                                                               : equations_.unknowns().get();
  if (!equations_.unknowns().areDisplacements()) TENON_PETSC(VecAXPY(change.get(), -1.0, start));
  return change;
}

FirstIterate::Prediction FirstIterate::solve(base::Phases& phases, Vec start, Vec change, Vec multipliers) {
  equations_.updateActiveSet();
  equations_.setUnknowns(start, equations_.rows().copyMultipliers().get());
  const Residual residual = computeResidual(equations_);
  const la::Vector g = equations_.rows().residual();
  requireRepresentable(equations_, residual, g.get());
  solver_.linearise(phases);
  const auto phase = phases.begin("solve");
  const la::Vector f = forcesOf(change), step = la::makeZeroLike(start),
                   step_of_multipliers = equations_.rows().makeVector();
  TENON_PETSC(VecAYPX(f.get(), -1.0, residual.free.get()));
  if (g) {
    equations_.rows().relax(g.get());
    TENON_PETSC(VecAXPY(g.get(), 1.0, rowsOf(change).get()));
    TENON_PETSC(VecScale(g.get(), -1.0));
  }
  Prediction prediction;
  prediction.load =
      std::max({residual.free_norm, residual.reaction_norm, residual.constraint_norm, residual.inertia_norm});
  prediction.statistics = solver_.solveFor(f.get(), g.get(), step.get(), step_of_multipliers.get());
  if (const ActiveSet* active_set = equations_.rows().activeSet()) active_set->distribute(step_of_multipliers.get());
  TENON_PETSC(VecAXPY(step.get(), 1.0, change));
  equations_.unknowns().composeRotations(step.get());
  TENON_PETSC(VecAXPY(step.get(), 1.0, start));
  if (g) TENON_PETSC(VecAXPY(step_of_multipliers.get(), 1.0, multipliers));
  moveTo(step.get(), step_of_multipliers.get());
  return prediction;
}

// Returns P A d.
la::Vector FirstIterate::forcesOf(Vec change) {
  if (!tangent_) {
    system::SystemOptions options = equations_.linearSystem().options();
    options.contents.projective_conditions = false;
    options.rules = {};
    tangent_ = std::make_unique<system::MatrixFreeSystem>(equations_.mechanics(), options);
  }
  tangent_->assemble(equations_.unknowns().kinematics().factors());
  la::Vector forces = la::makeZeroLike(change);
  tangent_->multiply(change, forces.get());
  equations_.mechanics().projection().project(forces.get());
  return forces;
}

// Returns k G d of the active rows.
la::Vector FirstIterate::rowsOf(Vec change) const {
  la::Vector rows = equations_.rows().makeVector();
  TENON_PETSC(MatMult(equations_.constraints()->full(), change, rows.get()));
  equations_.rows().multiplyByFactors(rows.get());
  if (const ActiveSet* active_set = equations_.rows().activeSet()) active_set->combine(rows.get());
  return rows;
}

// The Dirichlet values of the sum x_n + d + dx are exact except for round-off.
void FirstIterate::moveTo(Vec x, Vec multipliers) {
  equations_.unknowns().set(x);
  equations_.unknowns().imposeDirichletValues();
  equations_.rows().update(multipliers);
}

bool FirstIterate::isFinite() const {
  const la::Vector rows = equations_.rows().residual();
  const double gap = rows ? equations_.rows().gap(rows.get()) : 0.0;
  return std::isfinite(computeResidual(equations_).free_norm + gap);
}

}  // namespace tenon::analysis
