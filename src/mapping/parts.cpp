// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "parts.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace tenon::mapping {

void readValue(const base::CaseNode& node, NodeNumbers& numbers) {
  numbers.list.clear();
  for (const base::CaseNode& item : node.items()) numbers.list.push_back(item.integer());
}

void readValue(const base::CaseNode& node, std::vector<BodyGroup>& parts) {
  parts.clear();
  for (const base::CaseNode& item : node.items()) {
    item.requireKnownKeys({"group", "body"});
    parts.push_back({item["group"].text(), item["body"].text()});
  }
}

void readValue(const base::CaseNode& node, std::vector<ParentGroup>& parts) {
  parts.clear();
  for (const base::CaseNode& item : node.items()) {
    item.requireKnownKeys({"group", "parent"});
    parts.push_back({item["group"].text(), item["parent"].text()});
  }
}

std::string printValue(const NodeNumbers& numbers) {
  return numbers.list.empty() ? "(none)" : fmt::format("{}", fmt::join(numbers.list, ", "));
}

std::string printValue(const std::vector<BodyGroup>& parts) {
  return parts.empty() ? "(none)" : base::formatCount(parts.size(), "part");
}

std::string printValue(const std::vector<ParentGroup>& parts) {
  return parts.empty() ? "(none)" : base::formatCount(parts.size(), "part");
}

}  // namespace tenon::mapping
