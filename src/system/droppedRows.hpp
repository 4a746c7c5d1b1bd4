#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Flags of this rank's rows of all constraints, one after the other: those that are left empty because a projective
/// condition holds their slave unknown, as `on_held` says. Collective. Logs what happens to such rows; InputError where
/// they are refused.
std::vector<char> droppedRows(const MechanicalSystem& mechanics);

}  // namespace tenon::system
