// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GradientRun.hpp"

#include <fmt/format.h>

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
  base::runCollectively(comm, [&] {
    for (const GradientParameter& parameter : parameters)
      of_model.push_back(makeModelParameter(file, parameter, setup.makers, *setup.system));
  });
  const auto gradient =
      setup.analysis->differentiate(*setup.equations, *setup.solver, phases, {setup.objectives, of_model, {memory}});
  GradientRunResult result;
  const auto run = setup.begin(phases);
  while (!run->isDone()) {
    const double start = MPI_Wtime();
    run->advance();
    result.forward_seconds += MPI_Wtime() - start;
    gradient->addStep(run->numCompletedSteps(), run->time(), run->isDone());
  }
  result.gradient = gradient->finish();
  for (const auto& objective : setup.objectives) result.objectives.push_back(objective->name());
  result.statistics = run->evaluateSolution({false, false}).statistics;
  result.num_steps = run->numCompletedSteps();
  return result;
}

}  // namespace tenon::simulation
