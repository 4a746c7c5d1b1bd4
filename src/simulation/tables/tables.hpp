#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reading/OutputSettings.hpp"
#include "tenon/analysis/Solution.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Names of the tables that writeTables() makes in a folder; none where `folder` is empty.
std::vector<std::string> tableFiles(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                                    const std::string& folder);

/// Writes what a run has found as CSV tables into `folder`: each list of the summary is a table (objects, reactions,
/// constraints, modes, phases), single values stand in summary.csv; the multipliers of each constraint at the end, row
/// by row as in the HDF5 file; and a copy of each history. Numbers have the digits that give the same number back.
/// Nothing happens where `folder` is empty. Collective; FileError.
void writeTables(const system::MechanicalSystem& mechanics, const OutputSettings& settings,
                 const analysis::Solution& solution, const nlohmann::json& summary, const std::string& stem,
                 const std::string& folder);

/// The tables of a summary by name, as text.
std::vector<std::pair<std::string, std::string>> tablesOf(const nlohmann::json& summary);

}  // namespace tenon::simulation
