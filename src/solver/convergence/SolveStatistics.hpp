// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::solver {

/// Cost and accuracy of a linear solve.
///
/// Residuals are those of the unscaled system A delta + G^T mu = f, G delta - C mu = g, see
/// SaddleSystem. They are divided by the largest norm of their terms or, if the terms cancel, by
/// 1e-6 (|A||delta| + |f| + |G^T||mu|).
struct SolveStatistics {
  /// Name of the preset that was used.
  std::string preset;
  /// Reason for the automatic choice of the preset; empty if the case specifies a preset.
  std::string choice_reason;
  std::string reason;  ///< PETSc convergence reason, e.g. CONVERGED_RTOL
  /// Number of solves. Set-ups, iterations and times are sums over all solves; all other members
  /// refer to the last solve.
  int solves = 0;
  int setups = 0;                      ///< number of set-ups of the preconditioner
  int iterations = 0;                  ///< number of outer iterations, including refinement
  int inner_iterations = 0;            ///< number of iterations of iteratively solved fieldsplit blocks
  double setup_seconds = 0.0,          ///< wall-clock time of set-ups [s]
      solve_seconds = 0.0;             ///< wall-clock time of solves [s]
  double residual_displacement = 0.0,  ///< relative norm of f - A delta - G^T mu, maximum over the objects
      residual_multipliers = 0.0;      ///< relative norm of g - G delta + C mu, maximum over the constraints
};

/// Combines the statistics of two consecutive solves: counts and times are summed; all other
/// members are those of `next`.
SolveStatistics combine(const SolveStatistics& before, const SolveStatistics& next);

}  // namespace tenon::solver
