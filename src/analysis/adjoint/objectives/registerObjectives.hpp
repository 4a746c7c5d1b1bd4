// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Objective.hpp"

namespace tenon::analysis {

/// Registers the objectives of tenon.
void registerObjectives(ObjectiveRegistry& objectives);

/// Returns the model to which the objectives of a case refer.
ObjectiveContext objectiveContext(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
