// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ArcLength.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/path/EquilibriumPath.hpp"
#include "base/text.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

void ArcLength::declare(base::Parameters<Data>& p) {
  p.optional("step", &Data::step, "time", "change of t in the first step, which defines the arc length").positive();
  p.optional("end_time", &Data::end_time, "time", "the path ends when t first reaches this value").positive();
  p.optional("steps", &Data::steps, "", "maximum number of steps along the path").positive();
  p.optional("max_step_reductions", &Data::cuts, "",
             "maximum number of times that a step that does not converge is halved")
      .nonNegative()
      .formerly({"cuts"});
  p.optional("desired_iterations", &Data::iterations, "",
             "target number of iterations per step: the next step is longer after fewer, shorter after more")
      .positive()
      .formerly({"iterations"});
  p.optional("max_step_ratio", &Data::longest, "", "maximum arc length relative to that of the first step")
      .positive()
      .formerly({"longest"});
  p.optional("tolerance", &Data::tolerance, "",
             "relative tolerance: residual forces over the load, and constraint residuals over the displacements")
      .positive();
  p.optional("max_iterations", &Data::max_iterations, "", "maximum number of iterations of a step").positive();
}

void ArcLength::requireSupported(Equations& equations) const {
  base::runCollectively(equations.comm(), [&] {
    equations.requireNoBounds("an arc-length analysis");
    equations.requireNoRates("an arc-length analysis");
  });
  equations.requireSupported();
}

Solution ArcLength::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                        const StepCallback& on_step) {
  is_over_ = false;
  solver::SolveStatistics statistics;
  EquilibriumPath path(equations, solver, phases, data_);
  const auto evaluate_solution = [&](const SolutionRequest& request) {
    Solution solution = equations.evaluateSolution(request);
    solution.statistics = statistics;
    solution.critical_points = path.criticalPoints();
    return solution;
  };
  const int most = std::min(last, data_.steps);
  for (int step = 1; step <= most && !is_over_; ++step) {
    statistics = solver::combine(statistics, path.advance(step));
    is_over_ = path.time() >= data_.end_time;
    base::log().info("step {} (t = {:.6g}): {}, {} so far", step, path.time(),
                     base::formatCount(statistics.solves, "linear solve"),
                     base::formatCount(statistics.iterations, "iteration"));
    if (on_step) on_step(step, path.time(), evaluate_solution);
  }
  if (!is_over_ && most == data_.steps)
    base::runCollectively(equations.comm(), [&] {
      throw base::NotConvergedError(
          fmt::format("The path has reached t = {:.6g} after {}, before `end_time: {:.6g}`: increase `steps` or "
                      "`step` to continue.",
                      path.time(), base::formatCount(data_.steps, "step"), data_.end_time));
    });
  return evaluate_solution({});
}

}  // namespace tenon::analysis
