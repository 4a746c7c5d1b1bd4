// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LoadSteps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/Residual.hpp"
#include "analysis/path/ResidualHomotopy.hpp"
#include "describeFailureLocation.hpp"
#include "equationsSnapshot.hpp"
#include "findContradiction.hpp"
#include "invalidConfiguration.hpp"
#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "solveWithContactDetection.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {

namespace {

/// Returns true if the entries of two vectors on this rank differ by more than round-off. Infinite
/// values and NaN count as equal, because the forces of inverted elements are not finite.
bool differOnThisRank(Vec a, Vec b) {
  const std::vector<double> before = la::entriesOf(a), after = la::entriesOf(b);
  double size = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool is_finite = std::isfinite(before[i]);
    if (is_finite != std::isfinite(after[i])) return true;
    if (!is_finite) continue;
    size = std::max({size, std::abs(before[i]), std::abs(after[i])});
    difference = std::max(difference, std::abs(after[i] - before[i]));
  }
  return difference > 1e-12 * size;
}

}  // namespace

LoadSteps::LoadSteps(Equations& equations, TangentSolver& solver, base::Phases& phases, const NewtonParameters& newton,
                     const StepParameters& steps)
    : equations_(equations),
      solver_(solver),
      phases_(phases),
      parameters_(newton),
      cuts_(steps.cuts),
      control_(steps, 1),
      newton_(equations, solver, newton, "Apply the loads with a `history` in more `steps`") {
  newton_.reportIterations();
}

void LoadSteps::restartFrom(const Snapshot& from) {
  restoreStaticEquations(equations_, from);
  control_.restore(from.step_control, from.time);
  newton_.setLoad(from.reference_values.load);
  step_ = from.step, time_ = from.time;
}

Snapshot LoadSteps::snapshot(const SteppingScheme& stepping) const {
  Snapshot snapshot = takeSnapshot(equations_, step_, time_);
  snapshot.stepping = stepping;
  snapshot.step_control = control_.state();
  snapshot.reference_values.load = newton_.load();
  return snapshot;
}

solver::SolveStatistics LoadSteps::solve() {
  const std::string name = fmt::format("step {} of {} (t = {:.6g})", step_ + 1, numSteps(), control_.nextTime());
  equations_.setTime(control_.nextTime());
  solver_.beginStep();
  if (equations_.tangent().isLinear()) return solveLinearStep(equations_, solver_, phases_);
  const solver::SolveStatistics statistics = solveNonlinear(name);
  const std::string fault = describeInvalidConfiguration(equations_.mechanics());
  base::runCollectively(equations_.comm(), [&] {
    if (!fault.empty()) throw base::NotConvergedError(fmt::format("In {}, {}.", name, fault));
  });
  return statistics;
}

solver::SolveStatistics LoadSteps::solveNonlinear(const std::string& name) {
  const la::Vector start = unknownsBeforeDirichletValues();
  const auto solve = [&] {
    Vec once = follows_residual_ ? nullptr : start.get();
    return solveWithContactDetection(equations_, name,
                                     [&] { return newton_.solve(phases_, name, std::exchange(once, nullptr)); });
  };
  if (!follows_residual_) return solve();
  return ResidualHomotopy(equations_, newton_, cuts_, parameters_.max_iterations).follow(solve);
}

// Returns the last equilibrium. Dirichlet values at t = 0 belong to the first step, although they
// are imposed at the beginning of the analysis.
la::Vector LoadSteps::unknownsBeforeDirichletValues() const {
  la::Vector start = la::copyOf(x_.get());
  if (step_ == 0) TENON_PETSC(VecAXPY(start.get(), -1.0, equations_.unknowns().initialChange()));
  return start;
}

solver::SolveStatistics LoadSteps::advance() {
  if (equations_.updatePairs(share_at_begin)) equations_.updateActiveSet();
  x_ = equations_.unknowns().get(), multipliers_ = equations_.rows().copyMultipliers();
  const StepControl control = control_;
  const double load = newton_.load();
  try {
    return advanceOrFail();
  } catch (const base::Error& error) {
    if (!error.isOnAllRanks()) throw;
    restoreStart();
    control_ = control;
    newton_.setLoad(load);
    newton_.setHalving(halves_ = false);
    follows_residual_ = false;
    throw;
  }
}

solver::SolveStatistics LoadSteps::advanceOrFail() {
  for (;;) {
    try {
      const solver::SolveStatistics statistics = solve();
      time_ = control_.nextTime();
      equations_.mechanics().commit();
      control_.recordSuccess(2 * statistics.solves > parameters_.max_iterations);
      ++step_;
      newton_.setHalving(halves_ = false);
      follows_residual_ = false;
      return statistics;
    } catch (const base::NotConvergedError& error) {
      if (!error.isOnAllRanks() || equations_.tangent().isLinear()) throw;
      const double length = control_.length();
      const std::string where = describeFailureLocation(equations_);
      if (!follows_residual_) has_left_domain_ = newton_.hasLeftDomain();
      changes_ = changesInTime();
      restoreStart();
      if (!changes_ && !follows_residual_ && !halves_ && cuts_ > 0) {
        follows_residual_ = true;
        base::log().warn(
            "Step {} did not converge, and the loads do not depend on time: they are applied in increments. {} {}",
            step_ + 1, error.what(), where);
        continue;
      }
      follows_residual_ = false;
      if (!changes_ || !control_.halve()) {
        if (halves_ || !has_left_domain_) fail(error, where + findContradictionAtEnd());
        newton_.setHalving(halves_ = true);  // no shorter step helps
        continue;
      }
      base::log().warn(
          "Step {} (from t = {:.6g}, size {:.3g}) did not converge: the step size is reduced to {:.3g}. {} {}",
          step_ + 1, time_, length, control_.length(), error.what(), where);
    }
  }
}

// Returns true if loads, prescribed values or constraint residuals change between the last
// equilibrium and the end of the step.
bool LoadSteps::changesInTime() {
  restoreStart();
  const la::Vector forces = computeResidual(equations_).free, rows = equations_.rows().residual();
  equations_.setTime(control_.nextTime());
  const la::Vector then = computeResidual(equations_).free, then_rows = equations_.rows().residual();
  const auto differ = [&](Vec a, Vec b) { return equations_.comm().any(differOnThisRank(a, b)); };
  const bool forces_differ = differ(forces.get(), then.get());
  return forces_differ || (rows && differ(rows.get(), then_rows.get()));
}

void LoadSteps::restoreStart() {
  equations_.setTime(time_);
  equations_.setUnknowns(x_.get(), multipliers_.get());
  equations_.updatePairs(share_at_begin);
  equations_.updateActiveSet();
}

// Returns a contradiction of the constraints at the end of the step.
std::string LoadSteps::findContradictionAtEnd() {
  equations_.setTime(control_.nextTime());
  const std::string sentence = findContradiction(equations_);
  restoreStart();
  return sentence;
}

void LoadSteps::fail(const base::NotConvergedError& error, const std::string& where) const {
  const std::string how = changes_ ? fmt::format(
                                         "No equilibrium was found beyond t = {:.6g}: step {} failed with the smallest "
                                         "step size ({:.3g}; increase `max_step_reductions` to continue). {} {}",
                                         time_, step_ + 1, control_.length(), error.what(), where)
                                   : fmt::format(
                                         "{} {} The loads do not depend on time, so a smaller step does not help: "
                                         "apply them gradually with `history: [[0, 0], [1, 1]]`.",
                                         error.what(), where);
  base::NotConvergedError end(how);
  end.markOnAllRanks();
  throw end;
}

}  // namespace tenon::analysis
