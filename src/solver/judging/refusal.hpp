#pragma once
#include <petscksp.h>

#include <string>

#include "BlockResidual.hpp"
#include "tenon/solver/SolveStatistics.hpp"

namespace tenon::solver {

/// Why a solution was not accepted: what of `residual` is above `limit`, or that it moves on by `change`.
std::string refusalOf(const BlockResidual& residual, const BlockResidual::Ratio& change, double limit,
                      const SolveStatistics& statistics);

/// Returns what to try next; never a setting that is active already. `is_direct`: the whole matrix is factored.
std::string adviceOn(KSPConvergedReason reason, bool is_direct, bool has_splits);

}  // namespace tenon::solver
