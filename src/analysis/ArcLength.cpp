#include "tenon/analysis/ArcLength.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "path/EquilibriumPath.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::analysis {

void ArcLength::declare(base::Parameters<Data>& p) {
  p.optional("step", &Data::step, "time", "change of t in the first step, which says how long steps are").positive();
  p.optional("end_time", &Data::end_time, "time", "where the path ends, when t comes there for the first time")
      .positive();
  p.optional("steps", &Data::steps, "", "of the path, at most").positive();
  p.optional("max_step_reductions", &Data::cuts, "", "how often a step that fails is halved before the run ends")
      .nonNegative()
      .formerly({"cuts"});
  p.optional("desired_iterations", &Data::iterations, "",
             "wanted of a step: the next one is longer after fewer, shorter after more")
      .positive()
      .formerly({"iterations"});
  p.optional("max_step_ratio", &Data::longest, "", "how many times as long as the first step one may be")
      .positive()
      .formerly({"longest"});
  p.optional("tolerance", &Data::tolerance, "",
             "of what is left of the forces over the load, and of gaps over the displacements")
      .positive();
  p.optional("max_iterations", &Data::max_iterations, "", "of a step").positive();
}

void ArcLength::requireHeld(Equations& equations) const {
  base::collectively(equations.comm(), [&] {
    equations.requireNoBounds("an arc length");
    equations.requireNoRates("an arc length");
  });
  equations.requireSupported();
}

Solution ArcLength::run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                        const AtStep& at_step) {
  is_over_ = false;
  solver::SolveStatistics statistics;
  EquilibriumPath path(equations, solver, phases, data_);
  const auto describe = [&](const Wanted& wanted) {
    Solution solution = equations.describe(wanted);
    solution.statistics = statistics;
    solution.critical_points = path.criticalPoints();
    return solution;
  };
  const int most = std::min(last, data_.steps);
  for (int step = 1; step <= most && !is_over_; ++step) {
    statistics = solver::joined(statistics, path.advance(step));
    is_over_ = path.time() >= data_.end_time;
    base::log().info("step {} (t = {:.6g}): {} linear solves, {} iterations so far", step, path.time(),
                     statistics.solves, statistics.iterations);
    if (at_step) at_step(step, path.time(), describe);
  }
  if (!is_over_ && most == data_.steps)
    base::collectively(equations.comm(), [&] {
      throw base::NotConvergedError(fmt::format(
          "The path has come to t = {:.6g} after {} steps, and not to `end_time: {:.6g}`: more `steps`, or a longer "
          "`step`, go on.",
          path.time(), data_.steps, data_.end_time));
    });
  return describe({});
}

}  // namespace tenon::analysis
