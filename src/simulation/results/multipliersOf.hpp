#pragma once
#include <vector>

#include "tenon/simulation/Report.hpp"

namespace tenon::simulation {

/// Collective. What a report says of the multipliers of one constraint; `lambda`: of this rank's rows.
Report::Multipliers multipliersOf(const system::MechanicalSystem& system, const constraint::Constraint& constraint,
                                  const std::vector<double>& lambda);

/// As the summary prints it.
std::string shown(const Report::Multipliers& multipliers);

}  // namespace tenon::simulation
