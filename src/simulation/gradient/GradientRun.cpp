// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GradientRun.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "Smoothness.hpp"
#include "analysis/adjoint/RunGradient.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::simulation {
namespace {

/// Checks that the case has an objective.
void requireObjective(const CaseFile& file, const Setup& setup) {
  if (setup.objectives.empty())
    throw base::InputError(
        fmt::format("{}: a gradient needs an objective: add the block `objective`, such as `objective: [{{type: "
                    "compliance}}]`.",
                    file.path));
}

/// Adds the smoothness of fields to the objective and to its gradient. @note Collective.
void addSmoothness(const base::Communicator& comm, const CaseFile& file, Setup& setup,
                   const std::vector<GradientParameter>& parameters,
                   const analysis::GradientTerms::ModelParameters& of_model, GradientRunResult& result) {
  for (const GradientParameter& smooth : smoothParameters(file)) {
    const auto isSame = [&](const GradientParameter& parameter) { return parameter.name == smooth.name; };
    const auto found = std::find_if(parameters.begin(), parameters.end(), isSame);
    const auto p = static_cast<std::size_t>(found - parameters.begin());
    std::unique_ptr<system::CellFieldParameter> alone;
    if (found == parameters.end()) alone = makeCellField(file, smooth, setup.makers, *setup.system);
    const auto* const field = alone ? alone.get() : dynamic_cast<const system::CellFieldParameter*>(of_model[p].get());
    base::ensure(field != nullptr, "A parameter with one value per cell is a number.");
    const Smoothness smoothness(comm, smooth, *field);
    if (!alone) smoothness.addDerivatives(result.gradient.gradient[p]);
    result.gradient.value += smoothness.value();
    result.gradient.terms.push_back(smoothness.value());
    result.objectives.push_back("smoothness of " + smooth.name);
  }
}

}  // namespace

GradientRunResult runGradient(const base::Communicator& comm, const CaseFile& file,
                              const std::vector<GradientParameter>& parameters, solver::SolverOptions& options,
                              double memory, const Additions& additions) {
  constexpr double largest_tolerance = 1e-10;
  base::Phases phases(comm);
  Setup setup = build(comm, file, options, phases, "", additions);
  base::runCollectively(comm, [&] { requireObjective(file, setup); });
  setup.requireSupported();
  setup.analysis->limitTolerance(largest_tolerance);
  analysis::GradientTerms::ModelParameters of_model;
  GradientRunResult result;
  for (const GradientParameter& parameter : parameters) {
    result.cells.emplace_back();
    if (parameter.is_field) {
      auto field = makeCellField(file, parameter, setup.makers, *setup.system);
      result.cells.back() = field->cells();
      of_model.push_back(std::move(field));
    } else {
      base::runCollectively(comm, [&] {
        of_model.push_back(makeModelParameter(file, parameter, setup.makers, *setup.system, setup.shapes, additions));
      });
    }
  }
  const auto gradient =
      setup.analysis->differentiate(*setup.equations, *setup.solver, phases, {setup.objectives, of_model, {memory}});
  const auto run = setup.begin(phases);
  while (!run->isDone()) {
    const double start = MPI_Wtime();
    run->advance();
    result.forward_seconds += MPI_Wtime() - start;
    gradient->addStep(run->numCompletedSteps(), run->time(), run->isDone());
  }
  result.gradient = gradient->finish();
  for (const auto& objective : setup.objectives) result.objectives.push_back(objective->name());
  addSmoothness(comm, file, setup, parameters, of_model, result);
  result.statistics = run->evaluateSolution({false, false}).statistics;
  result.num_steps = run->numCompletedSteps();
  return result;
}

}  // namespace tenon::simulation
