// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "la/vectors.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Contact forces of the last step, for checkpoints, because reactions belong to this step.
namespace tenon::analysis {

/// Returns the contact forces over the layout of the unknowns; nullptr before the first step and
/// without contacts.
/// @note Collective.
la::Vector gatherContactForces(system::MechanicalSystem& mechanics);

/// Sets the contact forces. Has no effect for nullptr. @note Collective.
void setContactForces(system::MechanicalSystem& mechanics, Vec forces);

}  // namespace tenon::analysis
