// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "analysis/Equations.hpp"
#include "solver/saddle/SaddleSolver.hpp"

namespace tenon::analysis {

/// Fraction of the search distance by which points may have moved before a step begins; the rest
/// remains for the step.
constexpr double share_at_begin = 0.5;

/// Solves a step and repeats the solve as long as points have moved so far that new candidate pairs
/// are possible.
/// @param step name of the step in the message
/// @throws NotConvergedError if the repetition does not end
/// @note Collective.
solver::SolveStatistics solveWithContactDetection(Equations& equations, const std::string& step,
                                                  const std::function<solver::SolveStatistics()>& solve);

}  // namespace tenon::analysis
