// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "force/GyroscopicForce.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Sets the form of the gyroscopic terms of all rigid bodies for a given step size.
void setGyroscopicForm(const system::MechanicalSystem& mechanics, force::GyroscopicForce::Form form, double step = 0.0);

}  // namespace tenon::analysis
