// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "analysis/EnergyBalance.hpp"

// Summary of the energies of a transient analysis in the report.
namespace tenon::simulation {

/// Function that adds a line with a name and a value to the printed summary.
using AddLine = std::function<void(const std::string& name, const std::string& value)>;

/// Adds the lines of energies and work. Values within round-off of the largest are printed as 0.
void addEnergies(const analysis::Energies& energies, const AddLine& line);

/// Returns the JSON of the energies.
nlohmann::json jsonOf(const analysis::Energies& energies);

}  // namespace tenon::simulation
