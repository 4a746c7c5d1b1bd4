#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Decides about rows of constraints whose slave unknown a projective condition holds, as `on_held` says: joins them to
/// others, and gives flags of this rank's rows of all constraints, one after the other, that are left empty.
/// Collective, once. Logs what happens to such rows of constraints that are switched on; InputError where these refuse
/// them, or cannot join them.
std::vector<char> settleHeldSlaves(const MechanicalSystem& mechanics);

/// Collective. InputError where the constraint has such rows, and refuses them.
void refuseHeldSlaves(const MechanicalSystem& mechanics, const constraint::Constraint& constraint);

}  // namespace tenon::system
