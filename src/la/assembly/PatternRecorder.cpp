// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PatternRecorder.hpp"

#include <algorithm>

namespace tenon::la {

PatternRecorder::PatternRecorder(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state,
                                 RecordedBlocks& recorded)
    : layout_(&layout),
      row_state_(row_state),
      column_state_(column_state),
      rows_per_node_(layout.rowsPerNode(row_state)),
      columns_per_node_(layout.rowsPerNode(column_state)),
      num_owned_rows_(layout.numOwnedRows(row_state)),
      recorded_(&recorded) {}

void PatternRecorder::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double*) {
  const LocalIndex row = row_node * rows_per_node_, column = column_node * columns_per_node_;
  if (row >= num_owned_rows_) return;
  for (int k = 0; k < rows_per_node_; ++k)
    for (int l = 0; l < columns_per_node_; ++l)
      recorded_->blocks.push_back(
          {layout_->localRow(row_state_, row + k), layout_->localRow(column_state_, column + l)});
}

void PatternRecorder::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                    ElementSymmetry) {
  const auto known = [&](const RecordedBlocks::TablePair& other) {
    return other.row_state == row_state_ && other.column_state == column_state_ && other.rows.nodes() == rows &&
           other.columns.nodes() == columns;
  };
  const auto& tables = recorded_->tables;
  if (std::any_of(tables.begin(), tables.end(), known)) return;
  recorded_->tables.push_back(
      {row_state_, column_state_, RowTable(rows, rows_per_node_), RowTable(columns, columns_per_node_)});
}

void PatternRecorder::addElements(LocalIndex, int, const Lane*) {}

}  // namespace tenon::la
