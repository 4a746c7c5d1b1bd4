// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "solver/saddle/SaddleSolver.hpp"

namespace tenon::solver {

/// Checks that no constraint has compliance.
/// @param reason  end of the message
/// @throws InputError otherwise; the message names one constraint
/// @note Collective.
void requireNoCompliance(const SaddleSystem& system, const char* reason);

}  // namespace tenon::solver
