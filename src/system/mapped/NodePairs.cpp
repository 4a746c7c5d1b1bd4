// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodePairs.hpp"

#include <algorithm>
#include <utility>

namespace tenon::system {
namespace {

struct BlockColumn {
  std::size_t state;
  LocalIndex node;
};

/// Returns the node of every local block row.
std::vector<BlockColumn> nodesOfRows(const la::CombinedLayout& layout) {
  std::vector<BlockColumn> nodes(static_cast<std::size_t>(layout.layout().numLocal()));
  for (std::size_t s = 0; s < layout.states().size(); ++s)
    for (LocalIndex node = 0; node < layout.states()[s]->layout().numLocal(); ++node)
      for (int k = 0; k < layout.rowsPerNode(s); ++k)
        nodes[static_cast<std::size_t>(layout.localRow(s, node * layout.rowsPerNode(s) + k))] = {s, node};
  return nodes;
}

}  // namespace

NodePairs::NodePairs(const la::MatrixAssembly& assembly) : matrix_(&assembly.matrix()), layout_(&assembly.layout()) {
  const la::BlockPattern& pattern = matrix_->pattern();
  const std::vector<BlockColumn> nodes = nodesOfRows(*layout_);
  std::vector<LocalIndex> of_key(nodes.size());
  for (std::size_t row = 0; row < nodes.size(); ++row)
    of_key[static_cast<std::size_t>(pattern.key(static_cast<LocalIndex>(row)))] = static_cast<LocalIndex>(row);
  std::vector<std::pair<std::size_t, LocalIndex>> columns;
  for (std::size_t s = 0; s < layout_->states().size(); ++s)
    for (LocalIndex node = 0; node < layout_->states()[s]->layout().numOwned(); ++node) {
      const int block_rows = layout_->rowsPerNode(s);
      const LocalIndex first = layout_->local(s, node);
      columns.clear();
      for (LocalIndex r = first; r < first + block_rows; ++r)
        for (const LocalIndex key : pattern.row(r)) {
          const BlockColumn& column = nodes[static_cast<std::size_t>(of_key[static_cast<std::size_t>(key)])];
          columns.emplace_back(column.state, column.node);
        }
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      rows_.push_back({s, node, pairs_.size(), pairs_.size() + columns.size()});
      for (const auto& [state, other] : columns) {
        pairs_.push_back({state, other, places_.size()});
        for (LocalIndex r = first; r < first + block_rows; ++r)
          for (int k = 0; k < layout_->rowsPerNode(state); ++k) {
            const LocalIndex key = pattern.key(layout_->localRow(state, other * layout_->rowsPerNode(state) + k));
            const LocalIndex place = pattern.find(r, key), inner = pattern.numDiagonal(r);
            places_.push_back(place < 0       ? StoredPlace{}
                              : place < inner ? StoredPlace{place, true}
                                              : StoredPlace{place - inner, false});
          }
      }
    }
}

NodePairs::Stored NodePairs::stored(const Row& row, const Pair& pair) const {
  const StoredPlace& place = places_[pair.first];
  if (layout_->block() != 3 || layout_->states()[row.state]->block() != 3 ||
      layout_->states()[pair.state]->block() != 3 || place.at < 0)
    return {nullptr, 0};
  const la::StoredRows rows = place.is_diagonal ? matrix_->diagonal() : matrix_->offDiagonal();
  const PetscInt* const start = rows.starts + static_cast<std::ptrdiff_t>(layout_->local(row.state, row.node)) * 3;
  return {rows.values + start[0] + place.at * 3, start[1] - start[0]};
}

void NodePairs::read(const Row& row, const Pair& pair, double* block) const {
  const int g = layout_->block();
  const int rows = layout_->states()[row.state]->block(), columns = layout_->states()[pair.state]->block();
  const int column_blocks = layout_->rowsPerNode(pair.state);
  const std::size_t first_row =
      static_cast<std::size_t>(layout_->local(row.state, row.node)) * static_cast<std::size_t>(g);
  const la::StoredRows inner = matrix_->diagonal(), outer = matrix_->offDiagonal();
  for (int i = 0; i < rows; ++i)
    for (int J = 0; J < column_blocks; ++J) {
      const StoredPlace& place = places_[pair.first + static_cast<std::size_t>((i / g) * column_blocks + J)];
      const la::StoredRows& stored = place.is_diagonal ? inner : outer;
      const int count = std::min(g, columns - J * g);
      double* const to = block + i * columns + J * g;
      if (place.at < 0) {
        std::fill_n(to, count, 0.0);
        continue;
      }
      const double* from = stored.values + stored.starts[first_row + static_cast<std::size_t>(i)] + place.at * g;
      std::copy_n(from, count, to);
    }
}

}  // namespace tenon::system
