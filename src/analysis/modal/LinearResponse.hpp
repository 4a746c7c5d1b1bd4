#pragma once
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Displacement and multipliers (of the system; nullptr without constraints) by one linear solve in the reference
/// configuration.
struct LinearResponse {
  la::Vector u, multipliers;
  solver::SolveStatistics statistics;
};

/// The response to the loads and prescribed displacements of `time`, by the stiffness of the unloaded reference
/// configuration, in which bodies and multipliers are left.
/// @note Collective.
LinearResponse respondLinearly(Equations& equations, TangentSolver& solver, base::Phases& phases, double time);

}  // namespace tenon::analysis
