// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "analysis/ContactStatistics.hpp"
#include "energySummary.hpp"

// Summary of contacts of rigid bodies in the report; empty if there are none.
namespace tenon::simulation {

/// Adds the lines of the printed summary.
void addContacts(const std::optional<analysis::ContactStatistics>& contacts, const AddLine& line);

/// Returns the JSON of the summary.
nlohmann::json jsonOf(const std::optional<analysis::ContactStatistics>& contacts);

}  // namespace tenon::simulation
