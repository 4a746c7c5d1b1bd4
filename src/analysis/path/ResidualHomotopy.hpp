#pragma once
#include <functional>

#include "Newton.hpp"
#include "tenon/analysis/StepParameters.hpp"

namespace tenon::analysis {

/// Newton homotopy (fixed-point homotopy of the residual; Allgower and Georg, *Introduction to Numerical Continuation
/// Methods*, 2003, chapter 1): the equations F(x) - (1 - s) F(x_0) = 0 of one step, solved for s from 0, where x_0 is
/// the solution, to 1. From a state without stress, with dead loads, s is the load factor. Rows of constraints take
/// part where none has a bound. Nothing is committed before s = 1: the solution is one of the equations of the step.
class ResidualHomotopy {
 public:
  /// `parameters`: `cuts` is how often the step of s is halved; `max_iterations` of Newton's method says what is hard.
  /// The first two have to outlive this.
  ResidualHomotopy(Equations& equations, Newton& newton, int cuts, int max_iterations)
      : equations_(equations), newton_(newton), cuts_(cuts), max_iterations_(max_iterations) {}

  /// Starts at the present motion, x_0, with the loads of the step. `solve` finds a solution of the equations as
  /// `newton` has them, from the present motion.
  /// @throws NotConvergedError if no solution is found beyond some s < 1, however short the steps of s are.
  /// @note Collective.
  solver::SolveStatistics follow(const std::function<solver::SolveStatistics()>& solve);

 private:
  Equations& equations_;
  Newton& newton_;
  int cuts_, max_iterations_;
};

}  // namespace tenon::analysis
