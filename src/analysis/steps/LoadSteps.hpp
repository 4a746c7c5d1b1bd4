// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "StepControl.hpp"
#include "analysis/Snapshot.hpp"
#include "analysis/newton/Newton.hpp"

namespace tenon::analysis {

/// Sequence of load steps with time-dependent loads and step-size reduction.
class LoadSteps {
 public:
  /// Creates the load steps; all arguments must outlive this object.
  LoadSteps(Equations& equations, TangentSolver& solver, base::Phases& phases, const NewtonParameters& newton,
            const StepParameters& steps);

  /// Continues from a snapshot, with the step after it. @note Collective.
  void restartFrom(const Snapshot& from);

  /// Computes the next step. A failed step is repeated with a smaller size; if nothing depends on
  /// time, its residual is followed from the start instead (ResidualHomotopy).
  /// @throws NotConvergedError if both fail; states, multipliers and step size are then those at
  /// the beginning of the step
  /// @note Collective.
  solver::SolveStatistics advance();

  bool isDone() const { return control_.isDone(); }
  int numCompletedSteps() const { return step_; }
  /// Returns the number of steps of the whole run if no additional step is subdivided.
  int numSteps() const { return step_ + control_.numRemaining(); }
  /// Returns the time of the last equilibrium.
  double time() const { return time_; }
  /// Returns a snapshot at the last equilibrium. @note Collective.
  Snapshot snapshot(const SteppingScheme& stepping) const;

 private:
  solver::SolveStatistics advanceOrFail();
  solver::SolveStatistics solve();
  solver::SolveStatistics solveNonlinear(const std::string& name);
  la::Vector unknownsBeforeDirichletValues() const;
  void restoreStart();
  bool changesInTime();
  std::string findContradictionAtEnd();
  [[noreturn]] void fail(const base::NotConvergedError& error, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  NewtonParameters parameters_;
  int cuts_;
  StepControl control_;
  Newton newton_;
  la::Vector x_, multipliers_;  // last equilibrium
  int step_ = 0;                // steps done
  double time_ = 0.0;
  bool halves_ = false;            // halving of Newton's steps whose residual is not finite
  bool has_left_domain_ = false;   // in the last step without homotopy
  bool follows_residual_ = false;  // true in a step in which nothing depends on time
  // True unless nothing depended on time in the last failed step: a shorter step is then no easier.
  bool changes_ = true;
};

}  // namespace tenon::analysis
