// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Statics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ScopedPointer.hpp"
#include "analysis/steps/LoadSteps.hpp"
#include "base/text.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/check.hpp"

namespace tenon::analysis {

void Statics::declare(base::Parameters<Data>& p) {
  p.optional("steps", &Data::steps, "",
             "number n of load steps, at the times t_i = i T / n unless a step is subdivided")
      .positive();
  p.optional("end_time", &Data::end_time, "time", "end time T of time-dependent loads and prescribed displacements")
      .positive();
  p.optional("max_step_reductions", &Data::cuts, "",
             "maximum number of times that a step that does not converge is halved; steps grow again after four "
             "successful ones")
      .nonNegative()
      .formerly({"cuts"});
  NewtonParameters::declareNewton(p);
}

int Statics::numSteps() const {
  return running_ != nullptr ? running_->numSteps() : data_.steps;
}

// Contradictions of linear constraints appear in the matrix of the first step; those of nonlinear
// constraints cannot be detected in advance.
void Statics::requireValidStart(Equations& equations, TangentSolver& solver, base::Phases& phases) const {
  if (!equations.isLinear()) return;
  equations.setTime(data_.stepSize());
  solver.requireConsistent(phases);
  equations.setTime(0.0);
}

bool Statics::isLast(int step) const {
  return running_ != nullptr ? running_->isDone() : step == data_.steps;
}

Snapshot Statics::snapshot() const {
  base::ensure(running_ != nullptr, "Snapshots can be taken only during a run.");
  return running_->snapshot(steppingScheme());
}

Solution Statics::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                      const StepCallback& on_step) {
  solver::SolveStatistics statistics;
  const auto evaluate_solution = [&](const SolutionRequest& request) {
    Solution solution = equations.evaluateSolution(request);
    solution.statistics = statistics;
    return solution;
  };
  LoadSteps steps(equations, solver, phases, data_, {data_.stepSize(), data_.end_time, data_.cuts, 0.0});
  const ScopedPointer<const LoadSteps> running(running_, steps);
  if (start_) {
    steps.restartFrom(*std::exchange(start_, std::nullopt));
    if (on_step) on_step(steps.numCompletedSteps(), steps.time(), evaluate_solution);
  }
  while (!steps.isDone() && steps.numCompletedSteps() < last) {
    const solver::SolveStatistics of_step = steps.advance();
    statistics = solver::combine(statistics, of_step);
    if (data_.steps > 1 || of_step.solves > 1)
      base::log().info("step {} of {} (t = {:.6g}): {}, {} so far", steps.numCompletedSteps(), numSteps(), steps.time(),
                       base::formatCount(of_step.solves, "linear solve"),
                       base::formatCount(statistics.iterations, "iteration"));
    if (on_step) on_step(steps.numCompletedSteps(), steps.time(), evaluate_solution);
  }
  return evaluate_solution({});
}

}  // namespace tenon::analysis
