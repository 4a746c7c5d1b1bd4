#include "tenon/solver/Statics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::solver {
namespace {

using Arrays = std::vector<std::vector<double>>;  // by body, local

/// Norm over the owned nodes of all bodies.
double norm(const system::MechanicalSystem& mechanics, const Arrays& arrays) {
  double squares = 0.0;
  for (std::size_t b = 0; b < arrays.size(); ++b) {
    const la::State& state = mechanics.bodies()[b]->state();
    const auto owned = static_cast<std::size_t>(state.layout().numOwned() * state.block());
    for (std::size_t i = 0; i < owned; ++i) squares += arrays[b][i] * arrays[b][i];
  }
  return std::sqrt(mechanics.comm().sum(squares));
}

void add(Arrays& sum, const Arrays& other) {
  for (std::size_t b = 0; b < sum.size(); ++b)
    for (std::size_t i = 0; i < sum[b].size(); ++i) sum[b][i] += other[b][i];
}

/// Free part of the forces: what a step begins with.
double freeNorm(const system::LinearSystem& system) {
  PetscReal value = 0.0;
  TENON_PETSC(VecNorm(system.residual().get(), NORM_2, &value));
  return value;
}

/// The last of two, with the sums of their work.
SolveStatistics joined(const SolveStatistics& before, const SolveStatistics& next) {
  SolveStatistics sum = next;
  sum.solves += before.solves;
  sum.setups += before.setups;
  sum.iterations += before.iterations;
  sum.setup_seconds += before.setup_seconds;
  sum.solve_seconds += before.solve_seconds;
  return sum;
}

}  // namespace

void StaticsParameters::declare(base::Parameters<StaticsParameters>& p) {
  p.optional("steps", &StaticsParameters::steps, "", "load steps n, at the times t_i = i T / n").positive();
  p.optional("end_time", &StaticsParameters::end_time, "time", "T, for loads and motions that change in time")
      .positive();
  p.optional("tolerance", &StaticsParameters::tolerance, "",
             "of Newton's method, where a force is not linear: what is left of the forces over the load")
      .positive();
  p.optional("max_iterations", &StaticsParameters::max_iterations, "", "of Newton's method, in each step").positive();
}

// |f + G^T lambda + r|: constraints are linear, so each solve closes them.
double Statics::imbalance(const StaticSolution& solution) const {
  Arrays sum = solution.forces;
  add(sum, solution.reactions);
  for (const Arrays& force : solution.constraint_forces) add(sum, force);
  return norm(mechanics_, sum);
}

StaticSolution Statics::equilibrium(const SolverParameters& solver, SolverOptions& options, base::Phases& phases,
                                    const std::string& step) {
  if (linear_.isLinear()) return linear_.solve(solver, options, phases);
  load_ = std::max(load_, freeNorm(linear_.linearSystem()));
  SolveStatistics statistics;
  double left = 0.0;
  for (int iteration = 1; iteration <= parameters_.max_iterations; ++iteration) {
    StaticSolution solution = linear_.solve(solver, options, phases);
    statistics = joined(statistics, solution.statistics);
    load_ = std::max(load_, norm(mechanics_, solution.reactions));
    for (const Arrays& force : solution.constraint_forces) load_ = std::max(load_, norm(mechanics_, force));
    left = imbalance(solution) / (load_ > 0.0 ? load_ : 1.0);
    base::log().debug("{}: Newton iteration {}, {:.2e} of the load is left", step, iteration, left);
    if (left <= parameters_.tolerance) {
      solution.statistics = statistics;
      return solution;
    }
    if (!std::isfinite(left)) break;
  }
  const std::string sentence = fmt::format(
      "Newton's method did not converge in {}: after {} iterations {:.2e} of the load is left (at most {:.0e} is "
      "accepted). More `steps` in the analysis block make each of them smaller; `max_iterations` allows more.",
      step, statistics.solves, left, parameters_.tolerance);
  base::collectively(mechanics_.comm(), [&] { throw base::NotConvergedError(sentence); });
  throw base::InternalError(sentence);
}

StaticSolution Statics::solve(const SolverParameters& solver, SolverOptions& options, base::Phases& phases,
                              const AtStep& at_step) {
  StaticSolution solution;
  SolveStatistics statistics;
  for (int i = 1; i <= parameters_.steps; ++i) {
    const double time = parameters_.end_time * i / parameters_.steps;
    const std::string step = fmt::format("step {} of {} (t = {:.6g})", i, parameters_.steps, time);
    linear_.moveTo(time);
    solution = equilibrium(solver, options, phases, step);
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
