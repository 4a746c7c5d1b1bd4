// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Displacement and multipliers (of the system; nullptr without constraints) by one linear solve in
/// the reference configuration.
struct LinearResponse {
  la::Vector u, multipliers;
  solver::SolveStatistics statistics;
};

/// Returns the response to the loads and prescribed displacements at `time`, with the stiffness of
/// the unloaded reference configuration. States and multipliers are left in the reference
/// configuration.
/// @note Collective.
LinearResponse computeLinearResponse(Equations& equations, TangentSolver& solver, base::Phases& phases, double time);

}  // namespace tenon::analysis
