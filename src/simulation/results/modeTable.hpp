// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "analysis/Mode.hpp"

namespace tenon::simulation {

/// Returns a table with one line per mode: its frequency, its effective masses along x, y, z, and
/// the cumulative effective masses as shares of the movable mass.
std::string modeTable(const std::vector<analysis::Mode>& modes, const base::Vec3& movable_mass);

/// Returns the JSON of the modes.
nlohmann::json jsonOf(const std::vector<analysis::Mode>& modes);

}  // namespace tenon::simulation
