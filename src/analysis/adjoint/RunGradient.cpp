// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RunGradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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
  times_.resize(static_cast<std::size_t>(step), time);
  const ObjectiveSample sample(equations_, step, time, is_last);
  for (std::size_t o = 0; o < terms_.objectives.size(); ++o) {
    const Objective& objective = *terms_.objectives[o];
    if (!objective.at.contains(step, is_last)) continue;
    const double term = factorOf(objective, step) * objective.value(sample);
    base::runCollectively(equations_.comm(), [&] {
      if (!std::isfinite(term))
        throw base::InputError(fmt::format("The objective '{}' is infinite or not a number at t = {}: check its data.",
                                           objective.name(), time));
    });
    result_.value += term;
    result_.terms[o] += term;
  }
}

// An integral over time is the sum of the values, multiplied by the lengths of their steps.
double GradientSums::factorOf(const Objective& objective, int step) const {
  if (!objective.integrate) return objective.weight;
  const auto index = static_cast<std::size_t>(step - 1);
  return objective.weight * (times_[index] - (index > 0 ? times_[index - 1] : 0.0));
}

Cotangents GradientSums::derivatives(int step, double time, bool is_last) {
  Cotangents sum = Cotangents::zero(equations_);
  const ObjectiveSample sample(equations_, step, time, is_last);
  depends_on_multipliers_ = false;
  for (const auto& objective : terms_.objectives) {
    if (step == 0 || !objective->at.contains(step, is_last)) continue;
    ObjectiveDerivatives of_objective(equations_);
    objective->addDerivatives(sample, of_objective);
    of_objective.finish(objective->name());
    depends_on_multipliers_ = depends_on_multipliers_ || of_objective.dependOnMultipliers();
    sum.add(factorOf(*objective, step), of_objective.cotangents());
  }
  return sum;
}

// Multipliers of redundant rows have the least norm among many solutions; their derivative is not
// that of the adjoint equations.
void GradientSums::requireUniqueMultipliers() const {
  base::runCollectively(equations_.comm(), [&] {
    if (depends_on_multipliers_ && solver_.numDependentRows() > 0)
      throw base::InputError(fmt::format(
          "An objective depends on multipliers, but {} constraint rows are redundant, so that their multipliers are "
          "not unique: remove the redundant constraints, or use an objective of displacements.",
          solver_.numDependentRows()));
  });
}

// The energies of an objective are the same on all ranks.
void GradientSums::requireEnergies() const {
  base::runCollectively(equations_.comm(), [&] {
    for (const auto& parameter : terms_.parameters)
      if (!parameter->includesEnergies())
        throw base::InputError(
            fmt::format("The derivative of the objective `energy` with respect to the parameter '{}' is not available: "
                        "use another objective, or a parameter with one value.",
                        parameter->name()));
  });
}

void GradientSums::addProducts(const AdjointSolution& adjoint, double time) {
  if (!hasParameters()) return;
  const double start = MPI_Wtime();
  const system::EquationWeights weights = weightsOf(equations_, adjoint, time);
  if (!weights.explicit_terms.energies.empty()) requireEnergies();
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
