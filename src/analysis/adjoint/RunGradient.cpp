// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RunGradient.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/Analysis.hpp"
#include "analysis/splitByBody.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

GradientSums::GradientSums(Equations& equations, TangentSolver& solver, const GradientTerms& terms)
    : equations_(equations), solver_(solver), terms_(terms) {
  result_.terms.assign(terms.objectives.size(), 0.0);
  for (const auto& parameter : terms.parameters) result_.gradient.emplace_back(parameter->size(), 0.0);
}

bool GradientSums::needsReactions() const {
  return std::any_of(terms_.parameters.begin(), terms_.parameters.end(),
                     [](const auto& parameter) { return parameter->needsReactions(); });
}

bool GradientSums::isEvaluatedAt(int step, bool is_last) const {
  return step > 0 && std::any_of(terms_.objectives.begin(), terms_.objectives.end(),
                                 [&](const auto& objective) { return objective->at.contains(step, is_last); });
}

void GradientSums::addValues(int step, double time, bool is_last) {
  for (std::size_t o = 0; o < terms_.objectives.size(); ++o) {
    const Objective& objective = *terms_.objectives[o];
    if (!objective.at.contains(step, is_last)) continue;
    const double term = objective.weight * objective.value(equations_, time);
    result_.value += term;
    result_.terms[o] += term;
  }
}

Cotangents GradientSums::derivatives(int step, double time, bool is_last) const {
  Cotangents sum = Cotangents::zero(equations_);
  for (const auto& objective : terms_.objectives) {
    if (step == 0 || !objective->at.contains(step, is_last)) continue;
    Cotangents of_objective = Cotangents::zero(equations_);
    objective->addDerivatives(equations_, time, of_objective);
    sum.add(objective->weight, of_objective);
  }
  return sum;
}

// Multipliers of redundant rows have the least norm among many solutions; their derivative is not
// that of the adjoint equations.
void GradientSums::requireUniqueMultipliers(int step, bool is_last) const {
  const bool needs_multipliers =
      std::any_of(terms_.objectives.begin(), terms_.objectives.end(), [&](const auto& objective) {
        return objective->at.contains(step, is_last) && objective->dependsOnMultipliers();
      });
  base::runCollectively(equations_.comm(), [&] {
    if (needs_multipliers && solver_.numDependentRows() > 0)
      throw base::InputError(fmt::format(
          "An objective depends on multipliers, but {} constraint rows are redundant, so that their multipliers are "
          "not unique: remove the redundant constraints, or use an objective of displacements.",
          solver_.numDependentRows()));
  });
}

void GradientSums::addProducts(const AdjointSolution& adjoint, double time) {
  if (!hasParameters()) return;
  const double start = MPI_Wtime();
  const system::EquationWeights weights = weightsOf(equations_, adjoint, time);
  for (std::size_t p = 0; p < terms_.parameters.size(); ++p)
    terms_.parameters[p]->addProducts(weights, result_.gradient[p]);
  result_.product_seconds += MPI_Wtime() - start;
}

void GradientSums::addInitialProducts(Vec displacements, Vec velocities) {
  const system::MechanicalSystem& mechanics = equations_.mechanics();
  const la::CombinedLayout& layout = equations_.linearSystem().layout();
  const system::StateArrays q = splitByBody(mechanics, layout, displacements),
                            v = splitByBody(mechanics, layout, velocities);
  for (std::size_t p = 0; p < terms_.parameters.size(); ++p)
    terms_.parameters[p]->addInitialProducts(q, v, result_.gradient[p]);
}

void GradientSums::addNearChanges() {
  const NearChanges changes = countNearChanges(equations_);
  result_.near_changes.rows = std::max(result_.near_changes.rows, changes.rows);
  result_.near_changes.near += changes.near;
}

std::unique_ptr<RunGradient> Analysis::differentiate(Equations&, TangentSolver&, base::Phases&, const GradientTerms&) {
  base::InputError error(
      "Gradients are available for analyses of type 'static' and 'transient' only: choose one of them.");
  error.markOnAllRanks();
  throw error;
}

}  // namespace tenon::analysis
