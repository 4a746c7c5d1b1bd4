// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Equations.hpp"
#include "Solution.hpp"

namespace tenon::analysis {

/// Returns the solution for the current state and multipliers, as far as selected by `request`.
/// @note Collective.
Solution describeSolution(const Equations& equations, const SolutionRequest& request = {});

/// Returns the solution for a mode shape: adds x to the displacements as a small perturbation of
/// the current state. Contributors and constraints are not evaluated again.
/// @param multipliers Multipliers of the system that belong to the mode shape; nullptr without
/// constraints.
/// @param force Forces that belong to the mode shape.
/// @note Collective.
Solution describeMode(Equations& equations, Vec x, Vec multipliers, Vec force, const SolutionRequest& request);

}  // namespace tenon::analysis
