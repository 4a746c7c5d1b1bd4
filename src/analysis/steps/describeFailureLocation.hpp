// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Returns a sentence about the current state, in which a step has failed: it names a force or
/// constraint that is not finite, or an inverted element, or else the locations of the largest
/// residual of the forces and the largest gap of the constraints.
/// @note Collective.
std::string describeFailureLocation(const Equations& equations);

}  // namespace tenon::analysis
