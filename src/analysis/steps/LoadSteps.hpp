#pragma once
#include "Newton.hpp"
#include "StepControl.hpp"

namespace tenon::analysis {

/// Equilibria one after the other, along loads that change in time: steps that are made, and made again shorter where
/// they fail.
class LoadSteps {
 public:
  /// All have to outlive this. `control` is told how steps went.
  LoadSteps(Equations& equations, TangentSolver& solver, base::Phases& phases, const NewtonParameters& newton,
            StepControl& control);

  /// Collective. The next step, number `step`. NotConvergedError where it fails however short it is, or where no load
  /// changes in time: then bodies and multipliers are where it began.
  solver::SolveStatistics advance(int step);

  /// Of the last equilibrium.
  double time() const { return time_; }

 private:
  solver::SolveStatistics solve(int step);
  void undo();
  bool changesInTime();
  [[noreturn]] void giveUp(const base::NotConvergedError& error, int step, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  base::Phases& phases_;
  NewtonParameters parameters_;
  StepControl& control_;
  Newton newton_;
  la::Vector x_, multipliers_;  // of the last equilibrium
  double time_ = 0.0;
  bool changes_ = true;  // whether anything did in time at the last step that failed: else a shorter one is as hard
};

}  // namespace tenon::analysis
