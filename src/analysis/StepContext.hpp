// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "TangentSolver.hpp"

namespace tenon::analysis {

/// Equations of the analysis, with their states, and the linear solver that a time integrator uses.
struct StepContext {
  Equations& equations;   ///< equations of the step
  TangentSolver& solver;  ///< linear solver
  base::Phases& phases;   ///< time measurement
  /// Solves the equations as currently set, for states and multipliers. The argument contains the
  /// unknowns before the Dirichlet values of the step were imposed.
  /// @throws NotConvergedError if the nonlinear or linear solver fails
  /// @note Collective.
  std::function<solver::SolveStatistics(Vec start)> solve;
};

}  // namespace tenon::analysis
