// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/force/ForceField.hpp"
#include "tenon/force/materials.hpp"

namespace tenon::force {

/// Registry of force fields that act on one object.
/// @note Creating a force field may be collective.
using ForceRegistry = base::Registry<ForceField, const fem::Domain&>;
/// Registry of interactions, which act on one or more objects and are defined in the section
/// `interactions` of a case file.
/// @note Creating an interaction is collective.
using InteractionRegistry = base::Registry<ForceField, const fem::FindDomain&>;

/// Registers the force fields that tenon provides.
void registerForces(ForceRegistry& forces);
/// Registers the interactions that tenon provides.
void registerInteractions(InteractionRegistry& interactions);
}  // namespace tenon::force
