#pragma once
#include <string>

namespace tenon::solver {

/// What a solve cost and how good it is.
struct SolveStatistics {
  std::string preset;
  std::string chosen_because;  ///< reason for a preset that the case does not name; empty: it does
  std::string reason;        ///< PETSc's word, e.g. CONVERGED_RTOL
  int solves = 0;            ///< of several: sums of set-ups, iterations and seconds, the rest is of the last one
  int setups = 0;            ///< how often the preconditioner was made
  int iterations = 0;        ///< of the outer solver, refinement included
  int inner_iterations = 0;  ///< of the splits, where these iterate themselves
  double setup_seconds = 0.0, solve_seconds = 0.0;
  /// |f - A delta - G^T mu| and |g - G delta + C mu| of the system as given over their terms, or over 1e-6 of
  /// |A||delta| + |f| + |G^T||mu| where those cancel; of the object and the constraint where that is most.
  double residual_displacement = 0.0, residual_multipliers = 0.0;
};

/// Statistics of two solves, one after the other: sums of work, the rest of the last one.
SolveStatistics joined(const SolveStatistics& before, const SolveStatistics& next);

}  // namespace tenon::solver
