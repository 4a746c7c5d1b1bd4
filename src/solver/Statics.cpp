#include "tenon/solver/Statics.hpp"

#include <fmt/format.h>

#include "Newton.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::solver {
void StaticsParameters::declare(base::Parameters<StaticsParameters>& p) {
  p.optional("steps", &StaticsParameters::steps, "", "load steps n, at the times t_i = i T / n").positive();
  p.optional("end_time", &StaticsParameters::end_time, "time", "T, for loads and motions that change in time")
      .positive();
  p.optional("tolerance", &StaticsParameters::tolerance, "",
             "of Newton's method, where a force or a constraint is not linear: what is left of the forces over the "
             "load, and of gaps over the displacements")
      .positive();
  p.optional("max_iterations", &StaticsParameters::max_iterations, "", "of Newton's method, in each step").positive();
}

StaticSolution Statics::solve(const SolverParameters& solver, SolverOptions& options, base::Phases& phases,
                              const AtStep& at_step) {
  StaticSolution solution;
  SolveStatistics statistics;
  Newton newton(mechanics_, linear_, parameters_);
  for (int i = 1; i <= parameters_.steps; ++i) {
    const double time = parameters_.end_time * i / parameters_.steps;
    const std::string step = fmt::format("step {} of {} (t = {:.6g})", i, parameters_.steps, time);
    linear_.moveTo(time);
    solution =
        linear_.isLinear() ? linear_.solve(solver, options, phases) : newton.solve(solver, options, phases, step);
    const int solves = solution.statistics.solves;
    statistics = solution.statistics = joined(statistics, solution.statistics);
    if (parameters_.steps > 1 || solves > 1)
      base::log().info("{}: {} linear solve{}, {} iterations so far", step, solves, solves == 1 ? "" : "s",
                       statistics.iterations);
    if (at_step) at_step(i, time, solution);
  }
  return solution;
}

}  // namespace tenon::solver
