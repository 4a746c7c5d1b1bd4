#include "tenon/mapping/parts.hpp"

#include <fmt/format.h>

namespace tenon::mapping {

void readValue(const base::CaseNode& node, NodeNumbers& numbers) {
  numbers.list.clear();
  for (const base::CaseNode& item : node.items()) numbers.list.push_back(item.integer());
}

void readValue(const base::CaseNode& node, std::vector<CarriedGroup>& parts) {
  parts.clear();
  for (const base::CaseNode& item : node.items()) {
    item.allowKeys({"group", "body"});
    parts.push_back({item["group"].text(), item["body"].text()});
  }
}

void readValue(const base::CaseNode& node, std::vector<FollowingGroup>& parts) {
  parts.clear();
  for (const base::CaseNode& item : node.items()) {
    item.allowKeys({"group", "parent"});
    parts.push_back({item["group"].text(), item["parent"].text()});
  }
}

std::string printValue(const NodeNumbers& numbers) {
  return numbers.list.empty() ? "(none)" : fmt::format("{}", fmt::join(numbers.list, ", "));
}

std::string printValue(const std::vector<CarriedGroup>& parts) {
  return parts.empty() ? "(none)" : fmt::format("{} parts", parts.size());
}

std::string printValue(const std::vector<FollowingGroup>& parts) {
  return parts.empty() ? "(none)" : fmt::format("{} parts", parts.size());
}

}  // namespace tenon::mapping
