// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Treats constraint rows whose slave degree of freedom has a Dirichlet condition, as
/// `on_prescribed` specifies: joins them with other rows, or leaves them empty. Logs the treatment
/// of rows of constraints that are switched on.
/// @return a flag for each row of all constraints on this rank: true if the row is left empty
/// @throws InputError if a constraint that is switched on rejects such rows, or cannot join them
/// @note Collective. To be called once.
std::vector<char> resolveConstrainedSlaves(const MechanicalSystem& mechanics);

/// Checks that a constraint which rejects constrained slaves has none.
/// @throws InputError if it has such rows
/// @note Collective.
void refuseConstrainedSlaves(const MechanicalSystem& mechanics, const constraint::Constraint& constraint);

}  // namespace tenon::system
