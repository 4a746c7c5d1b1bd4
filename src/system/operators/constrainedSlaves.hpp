#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Treats constraint rows whose slave degree of freedom has a Dirichlet condition, as
/// `on_prescribed` says: joins them with other rows, or leaves them empty. Logs the treatment of
/// rows of constraints that are switched on.
/// @return flags of the rows of all constraints on this rank that are left empty
/// @throws InputError if a constraint that is switched on refuses such rows, or cannot join them
/// @note Collective. To be called once.
std::vector<char> resolveConstrainedSlaves(const MechanicalSystem& mechanics);

/// Checks that a constraint which refuses constrained slaves has none.
/// @throws InputError if it has such rows
/// @note Collective.
void refuseConstrainedSlaves(const MechanicalSystem& mechanics, const constraint::Constraint& constraint);

}  // namespace tenon::system
