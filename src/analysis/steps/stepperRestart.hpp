// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Snapshot.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Copies the memory of the time integrator into `snapshot`. @note Collective.
void storeStepper(Stepper& stepper, Snapshot& snapshot);

/// Restores the memory of the time integrator from `snapshot`, by name.
/// @throws InputError if the snapshot contains unknown vectors or numbers, or lacks required ones
/// @note Collective.
void restoreStepper(const Snapshot& snapshot, Stepper& stepper);

}  // namespace tenon::analysis
