#pragma once
#include <petscksp.h>

#include <string>

#include "BlockResidual.hpp"
#include "tenon/solver/SolveStatistics.hpp"

namespace tenon::solver {

/// Why a solution was not accepted: what of `residual` is above `limit`, or that it moves on by `change`.
std::string refusalOf(const BlockResidual& residual, const BlockResidual::Ratio& change, double limit,
                      const SolveStatistics& statistics);

/// What to try next.
std::string adviceOn(KSPConvergedReason reason, const SolverParameters& parameters, bool has_splits);

}  // namespace tenon::solver
