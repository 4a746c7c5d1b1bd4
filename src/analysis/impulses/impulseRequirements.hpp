// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "contact/ConeSolverChoice.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// Requirements of the time integrator by impulses.
namespace tenon::analysis {

/// Checks that all objects are rigid bodies or 3D meshes.
/// @throws InputError whose message names
/// another object
void requireBodiesInSpace(const system::MechanicalSystem& mechanics);
/// Checks that the contact solver supports the contact laws of the system.
/// @throws InputError whose message names an unsupported law
void requireSupportedContactLaws(const contact::ConeSolverChoice& contact_solver,
                                 const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
