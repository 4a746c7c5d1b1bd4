#pragma once
#include <vector>

#include "results/balance/Resultants.hpp"
#include "tenon/fem/search/Box.hpp"

// Sums of magnitudes of forces over nodes: imbalances of the report are relative to them.
namespace tenon::simulation {

/// Collective. Returns the box around all nodes with degrees of freedom, on all ranks.
fem::Box boxOf(const system::MechanicalSystem& system);

/// Collective. Counts force fields that come from the ground among the reactions, and records the sums of magnitudes of
/// every force field.
void addForceFields(const system::MechanicalSystem& system, const Resultants& resultant, Report& report);

/// Collective. Records the sums over all nodes of the magnitudes of forces and moments, [bodies][local values], if they
/// are the largest so far.
void addMagnitudes(const system::MechanicalSystem& system, const std::vector<std::vector<double>>& forces,
                   Report& report);

}  // namespace tenon::simulation
