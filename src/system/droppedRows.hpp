#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Flags of this rank's rows of all constraints, one after the other: those that are left empty because a projective
/// condition holds their slave unknown, as `on_held` says. Collective. Logs what happens to such rows of constraints
/// that are switched on; InputError where these refuse them.
std::vector<char> droppedRows(const MechanicalSystem& mechanics);

/// Collective. InputError where the constraint has such rows, and refuses them.
void refuseHeldSlaves(const MechanicalSystem& mechanics, const constraint::Constraint& constraint);

}  // namespace tenon::system
