// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

namespace tenon::solver {

/// Cost and accuracy of a linear solve.
struct SolveStatistics {
  /// Name of the preset.
  std::string preset;
  /// Reason for the automatic choice of the preset; empty if the case names the preset.
  std::string choice_reason;
  std::string reason;  ///< Convergence reason of PETSc, e.g. CONVERGED_RTOL.
  /// Number of solves. Set-ups, iterations and seconds are sums over them; other members belong to
  /// the last solve.
  int solves = 0;
  int setups = 0;            ///< Number of set-ups of the preconditioner.
  int iterations = 0;        ///< Number of outer iterations, including refinement.
  int inner_iterations = 0;  ///< Number of iterations of the splits, if these iterate.
  /// Wall-clock time of set-ups and of solves [s].
  double setup_seconds = 0.0, solve_seconds = 0.0;
  /// Relative residuals |f - A delta - G^T mu| and |g - G delta + C mu| of the unscaled system,
  /// divided by the norms of their terms, or by 1e-6 (|A||delta| + |f| + |G^T||mu|) if the terms
  /// cancel. Each is the largest over the objects or constraints.
  double residual_displacement = 0.0, residual_multipliers = 0.0;
};

/// Combines the statistics of two consecutive solves: counts and times are summed, all other
/// members are those of `next`.
SolveStatistics combine(const SolveStatistics& before, const SolveStatistics& next);

}  // namespace tenon::solver
