#pragma once
#include "tenon/analysis/NewtonParameters.hpp"
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Load steps of a preload.
struct Preload {
  NewtonParameters newton;
  int steps = 1;
  double end_time = 1.0;
  int cuts = 8;
};

/// Moves bodies and multipliers to the equilibrium under the loads at the end of the preload.
/// @throws NotConvergedError if none is found.
/// @note Collective.
solver::SolveStatistics applyPreload(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     const Preload& preload);

/// Leaves bodies where they are without a preload, at time 0, and warns of loads that would change K.
/// @throws InputError if prescribed displacements that are not zero would change K: the bodies are in no equilibrium.
/// @note Collective.
void requireUnloaded(Equations& equations);

}  // namespace tenon::analysis
