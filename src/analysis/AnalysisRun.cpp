// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AnalysisRun.hpp"

#include <fmt/format.h>

#include "tenon/base/check.hpp"

namespace tenon::analysis {

Solution AnalysisRun::complete(const StepCallback& on_step, int last) {
  const SolutionEvaluator evaluate_solution = [this](const SolutionRequest& request) {
    return evaluateSolution(request);
  };
  const auto report = [&] {
    if (on_step) on_step(numCompletedSteps(), time(), evaluate_solution);
  };
  if (reportsStart()) report();
  while (!isDone() && numCompletedSteps() < last) {
    advance();
    report();
  }
  return evaluateSolution();
}

void AnalysisRun::requireSame(const SteppingScheme& scheme, const Snapshot& snapshot) {
  if (snapshot.stepping.stepper == scheme.stepper) return;
  const auto nameOf = [](const SteppingScheme& steps) {
    return steps.stepper.empty() ? std::string("no steps") : fmt::format("steps of type '{}'", steps.stepper);
  };
  base::InputError error(
      fmt::format("The snapshot belongs to a run with {}, but this run has {}: restore a snapshot of the same run.",
                  nameOf(snapshot.stepping), nameOf(scheme)));
  error.markOnAllRanks();
  throw error;
}

void AnalysisRun::requireNotDone() const {
  base::ensure(!isDone(), "The analysis is complete: no step is left.");
}

}  // namespace tenon::analysis
