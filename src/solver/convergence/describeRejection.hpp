// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscksp.h>

#include <string>

#include "BlockResidual.hpp"
#include "solver/convergence/SolveStatistics.hpp"

namespace tenon::solver {

/// Returns the reason why a solution was rejected: the part of `residual` above `limit`, or the
/// `change` of the solution by refinement.
std::string describeRejection(const BlockResidual& residual, const BlockResidual::Ratio& change, double limit,
                              const SolveStatistics& statistics);

/// Returns the recommended remedy, never a setting that is active already.
/// @param is_direct      true if the whole matrix is factored
/// @param is_rhs_finite  false if the right-hand side contains infinite or NaN values, which no
///   solver can remedy
std::string adviceForReason(KSPConvergedReason reason, bool is_direct, bool has_splits, bool is_rhs_finite);

}  // namespace tenon::solver
