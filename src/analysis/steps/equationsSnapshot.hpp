// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "analysis/Equations.hpp"
#include "analysis/Snapshot.hpp"

namespace tenon::analysis {

/// Returns a snapshot of the current state of the equations at the end of step `step`, with the
/// data for a return in the same run.
/// @note Collective.
Snapshot takeSnapshot(const Equations& equations, int step, double time);

/// Restores states, multipliers, internal variables and contributors from a snapshot. Without data
/// for a return in the same run, contact pairs are detected again, and slips start from this state.
/// restoreActiveRows() must follow when all else has been restored.
/// @param set_state sets the time, the states and the multipliers of the snapshot
/// @note Collective.
void restoreEquations(Equations& equations, const Snapshot& from, const std::function<void()>& set_state);

/// Restores the equations of statics from a snapshot, including the active rows. @note Collective.
void restoreStaticEquations(Equations& equations, const Snapshot& from);

/// Restores the active rows of the snapshot, if it contains them. @note Collective.
void restoreActiveRows(Equations& equations, const Snapshot& from);

}  // namespace tenon::analysis
