#pragma once
#include <vector>

#include "tenon/base/History.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// The tables in time of what prescribes a motion: of conditions, those on mapped states included, and of constraints.
/// They live as long as `mechanics`. `equations_only`: without those of bounds, of constraints with compliance and of
/// inactive ones, which prescribe no velocity.
std::vector<const base::History*> motionTables(const system::MechanicalSystem& mechanics, bool equations_only);

/// Returns the time of the first entry after `time` of any table, infinite if there is none. An entry that is later by
/// less than `round_off` counts as passed.
double nextEntry(const std::vector<const base::History*>& tables, double time, double round_off);

/// True if any table has an entry in (from, to] at which its slope jumps, so that what it prescribes goes on with
/// another velocity at once. After the entry the table has to be linear for at least `resolved`: tables with denser
/// entries are samples of something smooth.
bool hasSlopeJump(const std::vector<const base::History*>& tables, double from, double to, double resolved);

}  // namespace tenon::analysis
