// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "fem/search/Box.hpp"
#include "simulation/results/balance/Resultants.hpp"

// Sums of magnitudes of forces over nodes, to which the imbalances of the report are relative.
namespace tenon::simulation {

/// Returns the bounding box of all nodes with degrees of freedom on all ranks. @note Collective.
fem::Box boxOf(const system::MechanicalSystem& system);

/// Adds force fields that are supports to the reactions, and records the sums of magnitudes of
/// every force field, and of the elastic part of linear solids with thermal strains.
/// @note Collective.
void addForceFields(const system::MechanicalSystem& system, const Resultants& resultant, Report& report);

/// Records the sums over all nodes of the magnitudes of forces and moments if they are the largest
/// so far.
/// @param forces  [bodies][local values] nodal forces
/// @note Collective.
void addMagnitudes(const system::MechanicalSystem& system, const std::vector<std::vector<double>>& forces,
                   Report& report);

}  // namespace tenon::simulation
