// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numeric>

#include "labelBodies.hpp"

namespace tenon::solver {
namespace {

using base::LocalIndex;

// Returns the root of a node by union-find with path halving.
LocalIndex rootOf(std::vector<LocalIndex>& parent, LocalIndex node) {
  auto at = [&](LocalIndex i) -> LocalIndex& { return parent[static_cast<std::size_t>(i)]; };
  while (at(node) != node) node = at(node) = at(at(node));
  return node;
}

std::vector<LocalIndex> localComponents(LocalIndex num_nodes, const std::vector<la::ElementTable>& elements) {
  std::vector<LocalIndex> parent(static_cast<std::size_t>(num_nodes));
  std::iota(parent.begin(), parent.end(), 0);
  for (const auto& table : elements)
    for (LocalIndex e = 0; e < table.num_elements; ++e) {
      const LocalIndex* nodes =
          table.nodes + static_cast<std::size_t>(e) * static_cast<std::size_t>(table.nodes_per_element);
      for (int a = 1; a < table.nodes_per_element; ++a) {
        const LocalIndex p = rootOf(parent, nodes[0]), q = rootOf(parent, nodes[a]);
        parent[static_cast<std::size_t>(std::max(p, q))] = std::min(p, q);
      }
    }
  for (LocalIndex node = 0; node < num_nodes; ++node) parent[static_cast<std::size_t>(node)] = rootOf(parent, node);
  return parent;
}

}  // namespace

std::vector<long long> labelBodies(const la::State& state, const std::vector<la::ElementTable>& elements) {
  const la::Layout& layout = state.layout();
  const std::vector<LocalIndex> root = localComponents(layout.numLocal(), elements);
  const auto num_local = static_cast<std::size_t>(layout.numLocal());
  std::vector<long long> labels(num_local);
  for (std::size_t node = 0; node < num_local; ++node)
    labels[node] = layout.global(static_cast<LocalIndex>(node)).value();
  // Both ranks know an edge between them, so that labels must be sent from owner to ghost only.
  for (bool changed = true; changed;) {
    state.halo().updateGhosts<long long>(labels, 1);
    std::vector<long long> lowest = labels;  // Label at the root of each local component.
    for (std::size_t node = 0; node < num_local; ++node) {
      long long& low = lowest[static_cast<std::size_t>(root[node])];
      low = std::min(low, labels[node]);
    }
    changed = false;
    for (std::size_t node = 0; node < num_local; ++node) {
      const long long low = lowest[static_cast<std::size_t>(root[node])];
      changed = changed || low != labels[node];
      labels[node] = low;
    }
    changed = layout.comm().any(changed);
  }
  return labels;
}

}  // namespace tenon::solver
