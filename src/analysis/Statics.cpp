#include "tenon/analysis/Statics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "Newton.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {

void Statics::declare(base::Parameters<Data>& p) {
  p.optional("steps", &Data::steps, "", "load steps n, at the times t_i = i T / n").positive();
  p.optional("end_time", &Data::end_time, "time", "T, for loads and motions that change in time").positive();
  NewtonParameters::declareNewton(p);
}

Solution Statics::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                      const AtStep& at_step) {
  solver::SolveStatistics statistics;
  const auto describe = [&](const Wanted& wanted) {
    Solution solution = equations.describe(wanted);
    solution.statistics = statistics;
    return solution;
  };
  Newton newton(equations, solver, data_, "More `steps` in the analysis block make each of them smaller");
  for (int i = 1; i <= std::min(last, data_.steps); ++i) {
    const double time = data_.end_time * i / data_.steps;
    const std::string step = fmt::format("step {} of {} (t = {:.6g})", i, data_.steps, time);
    equations.moveTo(time);
    solver.beginStep();
    const auto of_step = equations.isLinear() ? moveOnce(equations, solver, phases) : newton.solve(phases, step);
    statistics = solver::joined(statistics, of_step);
    if (data_.steps > 1 || of_step.solves > 1)
      base::log().info("{}: {} linear solve{}, {} iterations so far", step, of_step.solves,
                       of_step.solves == 1 ? "" : "s", statistics.iterations);
    if (at_step) at_step(i, time, describe);
  }
  return describe({});
}

}  // namespace tenon::analysis
