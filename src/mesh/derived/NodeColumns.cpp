// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodeColumns.hpp"

#include "tenon/la/layout/Halo.hpp"

namespace tenon::mesh {
namespace {

/// Components on this rank only: the set of each node, and whether the number of links to its first
/// node is odd.
struct LocalSets {
  std::vector<LocalIndex> set;
  std::vector<char> is_odd;
  std::size_t num_sets = 0;
};

/// Neighbours of each node: those of node i begin at nodes[starts[i]].
struct Neighbours {
  std::vector<std::size_t> starts;
  std::vector<LocalIndex> nodes;

  Neighbours(std::size_t num_nodes, const std::vector<NodePair>& links)
      : starts(num_nodes + 1, 0), nodes(2 * links.size()) {
    for (const auto& [a, b] : links) ++starts[index(a) + 1], ++starts[index(b) + 1];
    for (std::size_t i = 0; i < num_nodes; ++i) starts[i + 1] += starts[i];
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (const auto& [a, b] : links) nodes[next[index(a)]++] = b, nodes[next[index(b)]++] = a;
  }
  static std::size_t index(LocalIndex node) { return static_cast<std::size_t>(node); }
};

LocalSets localSets(std::size_t num_nodes, const std::vector<NodePair>& links) {
  const Neighbours neighbours(num_nodes, links);
  LocalSets sets{std::vector<LocalIndex>(num_nodes, -1), std::vector<char>(num_nodes, 0), 0};
  std::vector<std::size_t> reached;
  for (std::size_t first = 0; first < num_nodes; ++first) {
    if (sets.set[first] >= 0) continue;
    sets.set[first] = static_cast<LocalIndex>(sets.num_sets);
    reached.assign(1, first);
    while (!reached.empty()) {
      const std::size_t node = reached.back();
      reached.pop_back();
      for (std::size_t k = neighbours.starts[node]; k < neighbours.starts[node + 1]; ++k) {
        const auto next = static_cast<std::size_t>(neighbours.nodes[k]);
        if (sets.set[next] >= 0) continue;
        sets.set[next] = sets.set[node];
        sets.is_odd[next] = sets.is_odd[node] == 0 ? 1 : 0;
        reached.push_back(next);
      }
    }
    ++sets.num_sets;
  }
  return sets;
}

/// Sets the lowest position of each set to the minimum over its nodes. Returns true if anything
/// changed.
bool lowerWithinSets(const LocalSets& sets, NodeColumns& columns) {
  std::vector<std::size_t> best(sets.num_sets, columns.lowest.size());
  for (std::size_t node = 0; node < columns.lowest.size(); ++node) {
    std::size_t& known = best[static_cast<std::size_t>(sets.set[node])];
    if (known == columns.lowest.size() || columns.lowest[node] < columns.lowest[known]) known = node;
  }
  bool changed = false;
  const NodeColumns before = columns;
  for (std::size_t node = 0; node < columns.lowest.size(); ++node) {
    const std::size_t from = best[static_cast<std::size_t>(sets.set[node])];
    if (before.lowest[from] == before.lowest[node]) continue;
    changed = true;
    columns.lowest[node] = before.lowest[from];
    columns.is_odd[node] = static_cast<char>(before.is_odd[from] ^ sets.is_odd[from] ^ sets.is_odd[node]);
  }
  return changed;
}

}  // namespace

NodeColumns linkNodes(const Mesh& mesh, const std::vector<NodePair>& links) {
  const auto num_nodes = static_cast<std::size_t>(mesh.layout().numLocal());
  const LocalSets sets = localSets(num_nodes, links);
  NodeColumns columns{{mesh.nodePositions().begin(), mesh.nodePositions().end()}, std::vector<char>(num_nodes, 0)};
  const la::Halo halo(mesh.layout());
  while (mesh.comm().any(lowerWithinSets(sets, columns))) {
    halo.updateGhosts<std::int64_t>(columns.lowest, 1);
    halo.updateGhosts<char>(columns.is_odd, 1);
  }
  return columns;
}

}  // namespace tenon::mesh
