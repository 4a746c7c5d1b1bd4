#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "energySummary.hpp"
#include "tenon/analysis/ContactStatistics.hpp"

// What a report says of rigid bodies that touch; nothing without any.
namespace tenon::simulation {

void addContacts(const std::optional<analysis::ContactStatistics>& contacts, const AddLine& line);

nlohmann::json jsonOf(const std::optional<analysis::ContactStatistics>& contacts);

}  // namespace tenon::simulation
