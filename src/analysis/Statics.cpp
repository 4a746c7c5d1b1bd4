#include "tenon/analysis/Statics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "Pointing.hpp"
#include "steps/LoadSteps.hpp"
#include "tenon/base/Log.hpp"

namespace tenon::analysis {

void Statics::declare(base::Parameters<Data>& p) {
  p.optional("steps", &Data::steps, "", "load steps n, at the times t_i = i T / n, if none is cut").positive();
  p.optional("end_time", &Data::end_time, "time", "T, for loads and motions that change in time").positive();
  p.optional("cuts", &Data::cuts, "",
             "how often a step that fails is halved before the run ends; steps grow again after four that went well")
      .nonNegative();
  NewtonParameters::declareNewton(p);
}

int Statics::numSteps() const {
  return running_ != nullptr ? done_ + running_->numLeft() : data_.steps;
}

bool Statics::isLast(int step) const {
  return running_ != nullptr ? running_->isDone() : step == data_.steps;
}

Solution Statics::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                      const AtStep& at_step) {
  solver::SolveStatistics statistics;
  const auto describe = [&](const Wanted& wanted) {
    Solution solution = equations.describe(wanted);
    solution.statistics = statistics;
    return solution;
  };
  StepControl control({data_.end_time / data_.steps, data_.end_time, data_.cuts, 0.0}, 1);
  LoadSteps steps(equations, solver, phases, data_, control);
  done_ = 0;
  const Pointing<const StepControl> running(running_, control);
  while (!control.isDone() && done_ < last) {
    const solver::SolveStatistics of_step = steps.advance(done_ + 1);
    statistics = solver::joined(statistics, of_step);
    ++done_;
    if (data_.steps > 1 || of_step.solves > 1)
      base::log().info("step {} of {} (t = {:.6g}): {} linear solve{}, {} iterations so far", done_, numSteps(),
                       steps.time(), of_step.solves, of_step.solves == 1 ? "" : "s", statistics.iterations);
    if (at_step) at_step(done_, steps.time(), describe);
  }
  return describe({});
}

}  // namespace tenon::analysis
