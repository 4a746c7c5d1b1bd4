// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/Solution.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Returns the names of the tables that writeTables() creates in a folder; empty if `folder` is
/// empty.
std::vector<std::string> tableFiles(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                                    const std::string& folder);

/// Writes the results of a run as CSV tables into `folder`. Each list of the summary is a table
/// (objects, reactions, constraints, modes, phases); single values are in summary.csv. Further
/// tables contain the multipliers of each constraint at the end, with rows as in the HDF5 file, and
/// a copy of each history. Numbers have sufficient digits to be read back exactly. Nothing happens
/// if `folder` is empty.
/// @throws FileError if a table cannot be written
/// @note Collective.
void writeTables(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                 const analysis::Solution& solution, const nlohmann::json& summary, const std::string& stem,
                 const std::string& folder);

/// Returns the tables of a summary as pairs of name and text.
std::vector<std::pair<std::string, std::string>> tablesOf(const nlohmann::json& summary);

}  // namespace tenon::simulation
