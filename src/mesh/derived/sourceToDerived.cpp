// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Maps from a mesh to the meshes derived from it.
#include <algorithm>
#include <tuple>

#include "mesh/derive.hpp"
#include "tenon/la/layout/Halo.hpp"

namespace tenon::mesh {
namespace {

SourceCell cellOf(const CellBlock& block, std::size_t cell) {
  return {block.type, block.positions[cell], block.tags[cell]};
}

/// Cells of a mesh with the cells derived from them, distributed over the ranks by the positions of
/// the cells of the mesh.
class CellPairs {
 public:
  /// Distributes the pairs. @note Collective.
  CellPairs(const Mesh& source, const DerivedMesh& derived)
      : num_ranks_(static_cast<std::size_t>(source.comm().size())) {
    std::vector<std::vector<Pair>> outgoing(num_ranks_);
    for (std::size_t b = 0; b < derived.cells.size(); ++b) {
      const CellBlock& block = derived.mesh.blocks()[b];
      for (std::size_t c = 0; c < static_cast<std::size_t>(block.num_owned); ++c)
        outgoing[keeperOf(derived.cells[b][c])].push_back({derived.cells[b][c], cellOf(block, c)});
    }
    for (const auto& pairs : source.comm().exchange(outgoing)) pairs_.insert(pairs_.end(), pairs.begin(), pairs.end());
    std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) {
      return std::make_pair(order(a.source), order(a.derived)) < std::make_pair(order(b.source), order(b.derived));
    });
  }

  /// Returns the rank that stores the pairs of a cell of the mesh.
  std::size_t keeperOf(const SourceCell& cell) const { return static_cast<std::size_t>(cell.position) % num_ranks_; }
  /// Appends the cells derived from a cell, which this rank stores, and returns their number.
  int addDerived(const SourceCell& cell, std::vector<SourceCell>& to) const {
    auto at = std::lower_bound(pairs_.begin(), pairs_.end(), cell,
                               [](const Pair& pair, const SourceCell& c) { return order(pair.source) < order(c); });
    const auto before = to.size();
    for (; at != pairs_.end() && order(at->source) == order(cell); ++at) to.push_back(at->derived);
    return static_cast<int>(to.size() - before);
  }

 private:
  struct Pair {
    SourceCell source, derived;
  };
  static std::tuple<CellType, std::int64_t> order(const SourceCell& cell) { return {cell.type, cell.position}; }

  std::size_t num_ranks_;
  std::vector<Pair> pairs_;
};

}  // namespace

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
  const CellPairs pairs(source, derived);
  std::vector<std::vector<SourceCell>> asked(static_cast<std::size_t>(source.comm().size()));
  std::vector<std::vector<std::vector<SourceCell>>> cells;
  for (const CellBlock& block : source.blocks()) {
    cells.emplace_back(static_cast<std::size_t>(block.num_owned));
    for (std::size_t c = 0; c < cells.back().size(); ++c) {
      const SourceCell cell = cellOf(block, c);
      asked[pairs.keeperOf(cell)].push_back(cell);
    }
  }
  std::vector<std::vector<int>> counts;
  std::vector<std::vector<SourceCell>> answers;
  for (const auto& questions : source.comm().exchange(asked)) {
    counts.emplace_back();
    answers.emplace_back();
    for (const SourceCell& cell : questions) counts.back().push_back(pairs.addDerived(cell, answers.back()));
  }
  const auto told_counts = source.comm().exchange(counts);
  const auto told = source.comm().exchange(answers);
  std::vector<std::size_t> next(told.size(), 0), next_cell(told.size(), 0);
  for (std::size_t b = 0; b < cells.size(); ++b)
    for (std::size_t c = 0; c < cells[b].size(); ++c) {
      const std::size_t keeper = pairs.keeperOf(cellOf(source.blocks()[b], c));
      const auto first = told[keeper].begin() + static_cast<std::ptrdiff_t>(next_cell[keeper]);
      const int count = told_counts[keeper][next[keeper]++];
      cells[b][c].assign(first, first + count);
      next_cell[keeper] += static_cast<std::size_t>(count);
    }
  return cells;
}

}  // namespace tenon::mesh
