// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/History.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns the tables in time of prescribed displacements, those of mapped states included, and of
/// constraints. They are valid as long as `mechanics`.
/// @param equations_only true: without tables of bounds, of constraints with compliance and of
/// inactive constraints, which do not prescribe velocities
std::vector<const base::History*> collectVelocityTables(const system::MechanicalSystem& mechanics, bool equations_only);

/// Returns the time of the first entry after `time` of any table, infinite if there is none. An
/// entry that is later by less than `round_off` counts as passed.
double nextEntry(const std::vector<const base::History*>& tables, double time, double round_off);

/// Returns true if any table has an entry in (from, to] at which its slope jumps, so that it
/// prescribes another velocity from there on. After the entry the table must be linear for at
/// least `resolved`: tables with denser entries are samples of a smooth function.
bool hasSlopeJump(const std::vector<const base::History*>& tables, double from, double to, double resolved);

}  // namespace tenon::analysis
