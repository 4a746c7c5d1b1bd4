// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Report.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Computes the report of the current state. @note Collective.
Report makeReport(const system::MechanicalSystem& system, const analysis::Solution& solution);

}  // namespace tenon::simulation
