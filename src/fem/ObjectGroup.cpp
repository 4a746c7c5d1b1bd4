// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/ObjectGroup.hpp"

#include <algorithm>

namespace tenon::fem {

void readValue(const base::CaseNode& node, ObjectGroup& group) {
  node.requireKnownKeys({"object", "group"});
  group = {node["object"].text(), node["group"].text()};
}

void readValue(const base::CaseNode& node, std::vector<ObjectGroup>& groups) {
  groups.clear();
  for (const base::CaseNode& item : node.items()) readValue(item, groups.emplace_back());
}

std::string printValue(const ObjectGroup& group) {
  return group.object.empty() ? "(none)" : group.name();
}

std::string printValue(const std::vector<ObjectGroup>& groups) {
  std::string text;
  for (const ObjectGroup& group : groups) text += (text.empty() ? "" : ", ") + group.name();
  return text.empty() ? "(none)" : text;
}

std::vector<base::LocalIndex> ownedNodes(const Domain& domain, const std::string& group) {
  std::vector<base::LocalIndex> nodes = domain.mesh.nodesOf(domain.mesh.group(group));
  nodes.erase(std::lower_bound(nodes.begin(), nodes.end(), domain.mesh.layout().numOwned()), nodes.end());
  return nodes;
}

}  // namespace tenon::fem
