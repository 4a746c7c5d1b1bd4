// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "Report.hpp"

namespace tenon::simulation {

/// Returns the summary of the multipliers of one constraint for the report.
/// @param lambda  multipliers of the owned rows
/// @note Collective.
Report::Multipliers summariseMultipliers(const system::MechanicalSystem& system,
                                         const constraint::Constraint& constraint, const std::vector<double>& lambda);

/// Returns the text of the printed summary.
std::string format(const Report::Multipliers& multipliers);

}  // namespace tenon::simulation
