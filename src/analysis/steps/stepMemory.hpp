// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <any>
#include <vector>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Returns the memory of all base::StepDependent forces and constraints.
std::vector<std::any> stepMemoryOf(const system::MechanicalSystem& mechanics);

/// Restores a value of stepMemoryOf(). The pairs of contacts may change, see base::StepDependent.
/// @note Collective.
void restoreStepMemory(system::MechanicalSystem& mechanics, const std::vector<std::any>& memory);

/// Returns true if the force or, for mapped objects, the wrapped force is a base::StepDependent.
bool isStepDependent(const force::ForceField& force);

}  // namespace tenon::analysis
