// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "analysis/StepParameters.hpp"
#include "analysis/newton/Newton.hpp"

namespace tenon::analysis {

/// Newton homotopy (fixed-point homotopy of the residual; Allgower and Georg, *Introduction to
/// Numerical Continuation Methods*, 2003, chapter 1). The equations F(x) - (1 - s) F(x_0) = 0 of
/// one step are solved for increasing s, from s = 0, where x_0 is the solution, to s = 1. From a
/// stress-free state with dead loads, s is the load factor. Constraint rows take part unless a
/// constraint has a bound. No history is committed before s = 1, so that the solution is one of the
/// equations of a single step.
class ResidualHomotopy {
 public:
  /// Creates a homotopy; `equations` and `newton` must outlive this object.
  /// @param cuts maximum number of halvings of the increment of s
  /// @param max_iterations maximum number of iterations of Newton's method, which defines a hard
  /// step
  ResidualHomotopy(Equations& equations, Newton& newton, int cuts, int max_iterations)
      : equations_(equations), newton_(newton), cuts_(cuts), max_iterations_(max_iterations) {}

  /// Follows the solution from the current state x_0, with the loads of the step, to s = 1.
  /// @param solve solves the equations with the settings of `newton`, from the current state
  /// @throws NotConvergedError if no solution is found beyond some s < 1 with the smallest
  /// increment
  /// @note Collective.
  solver::SolveStatistics follow(const std::function<solver::SolveStatistics()>& solve);

 private:
  Equations& equations_;
  Newton& newton_;
  int cuts_, max_iterations_;
};

}  // namespace tenon::analysis
