#pragma once
#include "Newton.hpp"
#include "StepControl.hpp"

namespace tenon::analysis {

/// Equilibria one after the other, along loads that change in time: steps that are made, and made again shorter where
/// they fail.
class LoadSteps {
 public:
  /// All have to outlive this.
  LoadSteps(Equations& equations, TangentSolver& solver, base::Phases& phases, const NewtonParameters& newton,
            const StepParameters& steps);

  /// Collective. Its first step is the one after that of the snapshot.
  void goOnFrom(const Snapshot& from);

  /// Collective. The next step. A step that fails is made shorter; where nothing changes in time, its residual is
  /// followed from the start instead (ResidualHomotopy). NotConvergedError where both fail: then bodies and multipliers
  /// are where it began.
  solver::SolveStatistics advance();

  bool isDone() const { return control_.isDone(); }
  int stepsDone() const { return step_; }
  /// Of the whole run, if no further one is cut.
  int numSteps() const { return step_ + control_.numLeft(); }
  /// Of the last equilibrium.
  double time() const { return time_; }
  /// Collective. At the last equilibrium; `same`: see Snapshot.
  Snapshot snapshot(const Steps& same) const;

 private:
  solver::SolveStatistics solve();
  solver::SolveStatistics solveNonlinear(const std::string& name);
  void undo();
  bool changesInTime();
  std::string contradictionAtEnd();
  [[noreturn]] void giveUp(const base::NotConvergedError& error, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  NewtonParameters parameters_;
  int cuts_;
  StepControl control_;
  Newton newton_;
  la::Vector x_, multipliers_;  // of the last equilibrium
  int step_ = 0;                // steps done
  double time_ = 0.0;
  bool halves_ = false;            // Newton's steps whose residual is not finite
  bool has_left_domain_ = false;   // in the last step that was not followed
  bool follows_residual_ = false;  // in a step in which nothing changes in time
  bool changes_ = true;  // whether anything did in time at the last step that failed: else a shorter one is as hard
};

}  // namespace tenon::analysis
