#include "tenon/fem/Side.hpp"

#include <algorithm>

namespace tenon::fem {

void readValue(const base::CaseNode& node, Side& side) {
  node.allowKeys({"object", "group"});
  side = {node["object"].text(), node["group"].text()};
}

void readValue(const base::CaseNode& node, std::vector<Side>& sides) {
  sides.clear();
  for (const base::CaseNode& item : node.items()) readValue(item, sides.emplace_back());
}

std::string printValue(const Side& side) {
  return side.object.empty() ? "(none)" : side.name();
}

std::string printValue(const std::vector<Side>& sides) {
  std::string text;
  for (const Side& side : sides) text += (text.empty() ? "" : ", ") + side.name();
  return text.empty() ? "(none)" : text;
}

std::vector<base::LocalIndex> ownedNodes(const Domain& domain, const std::string& group) {
  std::vector<base::LocalIndex> nodes = domain.mesh.nodesOf(domain.mesh.group(group));
  nodes.erase(std::lower_bound(nodes.begin(), nodes.end(), domain.mesh.layout().numOwned()), nodes.end());
  return nodes;
}

}  // namespace tenon::fem
