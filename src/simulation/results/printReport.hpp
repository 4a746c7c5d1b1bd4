// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "Report.hpp"
#include "base/Phases.hpp"

namespace tenon::simulation {

/// Returns the lines that `tenon run` prints at its end. Forces within round-off of the largest
/// force are printed as 0.
std::string textOf(const Report& report, const std::vector<base::Phases::Summary>& phases);

/// Returns the JSON of `--summary`: the report, and the seconds of each phase with their imbalance
/// over the ranks (maximum / mean).
nlohmann::json jsonOf(const Report& report, const std::vector<base::Phases::Summary>& phases);

}  // namespace tenon::simulation
