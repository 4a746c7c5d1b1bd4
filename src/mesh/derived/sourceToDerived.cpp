// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Maps from a mesh to the meshes derived from it.
#include <algorithm>
#include <tuple>

#include "mesh/derive.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::mesh {

std::vector<GlobalIndex> derivedNodes(const Mesh& source, const DerivedMesh& derived) {
  struct SourceDerivedPair {
    GlobalIndex source, derived;
  };
  std::vector<std::vector<SourceDerivedPair>> outgoing(static_cast<std::size_t>(source.comm().size()));
  for (std::size_t node = 0; node + 1 < derived.starts.size(); ++node) {
    if (derived.starts[node + 1] - derived.starts[node] != 1) continue;
    const GlobalIndex from = derived.nodes[derived.starts[node]];
    outgoing[static_cast<std::size_t>(source.layout().ownerOf(from))].push_back(
        {from, derived.mesh.layout().global(static_cast<LocalIndex>(node))});
  }
  std::vector<GlobalIndex> nodes(static_cast<std::size_t>(source.layout().numLocal()));
  for (const auto& pairs : source.comm().exchange(outgoing))
    for (const SourceDerivedPair& pair : pairs)
      nodes[static_cast<std::size_t>(source.layout().local(pair.source))] = pair.derived;
  const auto num_owned = static_cast<std::size_t>(source.layout().numOwned());
  const gsl::span<GlobalIndex> all(nodes);
  la::Halo(source.layout())
      .forward<GlobalIndex>(gsl::span<const GlobalIndex>(nodes).first(num_owned), all.subspan(num_owned), 1);
  return nodes;
}

std::vector<std::vector<std::vector<SourceCell>>> derivedCells(const Mesh& source, const DerivedMesh& derived) {
  struct SourceDerivedPair {
    SourceCell source, derived;
  };
  const auto num_ranks = static_cast<std::size_t>(source.comm().size());
  const auto keeperOf = [&](const SourceCell& cell) { return static_cast<std::size_t>(cell.position) % num_ranks; };
  std::vector<std::vector<SourceDerivedPair>> outgoing(num_ranks);
  for (std::size_t b = 0; b < derived.cells.size(); ++b) {
    const CellBlock& block = derived.mesh.blocks()[b];
    for (std::size_t c = 0; c < static_cast<std::size_t>(block.num_owned); ++c)
      outgoing[keeperOf(derived.cells[b][c])].push_back(
          {derived.cells[b][c], {block.type, block.positions[c], block.tags[c]}});
  }
  std::vector<SourceDerivedPair> kept;
  for (const auto& pairs : source.comm().exchange(outgoing)) kept.insert(kept.end(), pairs.begin(), pairs.end());
  const auto order = [](const SourceCell& cell) { return std::make_tuple(cell.type, cell.position); };
  std::sort(kept.begin(), kept.end(), [&](const SourceDerivedPair& a, const SourceDerivedPair& b) {
    return std::make_pair(order(a.source), order(a.derived)) < std::make_pair(order(b.source), order(b.derived));
  });

  std::vector<std::vector<SourceCell>> asked(num_ranks);
  std::vector<std::vector<std::vector<SourceCell>>> cells;
  for (const CellBlock& block : source.blocks()) {
    cells.emplace_back(static_cast<std::size_t>(block.num_owned));
    for (std::size_t c = 0; c < cells.back().size(); ++c) {
      const SourceCell cell{block.type, block.positions[c], block.tags[c]};
      asked[keeperOf(cell)].push_back(cell);
    }
  }
  std::vector<std::vector<int>> counts;
  std::vector<std::vector<SourceCell>> answers;
  for (const auto& questions : source.comm().exchange(asked)) {
    counts.emplace_back();
    answers.emplace_back();
    for (const SourceCell& cell : questions) {
      auto at = std::lower_bound(
          kept.begin(), kept.end(), cell,
          [&](const SourceDerivedPair& pair, const SourceCell& c) { return order(pair.source) < order(c); });
      const std::size_t before = answers.back().size();
      for (; at != kept.end() && order(at->source) == order(cell); ++at) answers.back().push_back(at->derived);
      counts.back().push_back(static_cast<int>(answers.back().size() - before));
    }
  }
  const auto told_counts = source.comm().exchange(counts);
  const auto told = source.comm().exchange(answers);
  std::vector<std::size_t> next(num_ranks, 0), next_cell(num_ranks, 0);
  for (std::size_t b = 0; b < cells.size(); ++b)
    for (std::size_t c = 0; c < cells[b].size(); ++c) {
      const std::size_t keeper = keeperOf({source.blocks()[b].type, source.blocks()[b].positions[c], 0});
      const auto first = told[keeper].begin() + static_cast<std::ptrdiff_t>(next_cell[keeper]);
      const int count = told_counts[keeper][next[keeper]++];
      cells[b][c].assign(first, first + count);
      next_cell[keeper] += static_cast<std::size_t>(count);
    }
  return cells;
}

}  // namespace tenon::mesh
