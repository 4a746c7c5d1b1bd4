// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Analysis.hpp"

namespace tenon::simulation {

/// Evaluates forces and prescribed values at some times of the steps of an analysis, including the
/// first and the last. Nothing is solved. The configuration is reset to that of time 0.
/// @throws InputError if an expression has no finite value, or if a force is too large for the
///   computation, as run() would
/// @throws NotConvergedError if prescribed values at time 0 invert elements, which no shorter step
///   avoids
/// @note Collective.
void requireEvaluable(analysis::Equations& equations, const analysis::Analysis& analysis);

}  // namespace tenon::simulation
