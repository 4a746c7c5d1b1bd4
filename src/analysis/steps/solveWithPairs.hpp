#pragma once
#include <functional>
#include <string>

#include "tenon/analysis/Equations.hpp"
#include "tenon/solver/SaddleSolver.hpp"

namespace tenon::analysis {

/// Share of how far contacts look that things may have moved before a step begins: as much is left for the step.
constexpr double share_at_begin = 0.5;

/// Collective. Solves for a step, and again from there as long as things have moved so far that others may touch than
/// were known of. NotConvergedError where that does not end. `step`: what is sought, for the message.
solver::SolveStatistics solveWithPairs(Equations& equations, const std::string& step,
                                       const std::function<solver::SolveStatistics()>& solve);

}  // namespace tenon::analysis
