// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/TangentSolver.hpp"
#include "analysis/newton/NewtonParameters.hpp"

namespace tenon::analysis {

/// Load steps of a preload.
struct Preload {
  NewtonParameters newton;
  int steps = 1;
  double end_time = 1.0;
  int cuts = 8;
};

/// Advances states and multipliers to the equilibrium under the loads at the end of the preload.
/// @throws NotConvergedError if no equilibrium is found
/// @note Collective.
solver::SolveStatistics applyPreload(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                     const Preload& preload);

/// Prepares a modal analysis without a preload, at time 0. States do not change; loads that would
/// change K cause a warning.
/// @throws InputError if nonzero prescribed displacements would change K, because the state is then
/// no equilibrium
/// @note Collective.
void requireUnloaded(Equations& equations);

}  // namespace tenon::analysis
