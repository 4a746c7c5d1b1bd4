#include "tenon/la/PatternRecorder.hpp"

#include <algorithm>

namespace tenon::la {

PatternRecorder::PatternRecorder(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state,
                                 RecordedBlocks& recorded)
    : layout_(&layout),
      row_state_(row_state),
      column_state_(column_state),
      num_owned_rows_(layout.states()[row_state]->layout().numOwned()),
      recorded_(&recorded) {}

void PatternRecorder::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double*) {
  if (row_node >= num_owned_rows_) return;
  recorded_->pairs.push_back({layout_->local(row_state_, row_node), layout_->local(column_state_, column_node)});
}

void PatternRecorder::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                    ElementSymmetry) {
  const auto known = [&](const RecordedBlocks::Table& other) {
    return other.row_state == row_state_ && other.column_state == column_state_ && other.rows == rows &&
           other.columns == columns;
  };
  const auto& tables = recorded_->tables;
  if (std::none_of(tables.begin(), tables.end(), known))
    recorded_->tables.push_back({row_state_, column_state_, rows, columns});
}

void PatternRecorder::addElements(LocalIndex, int, const Lane*) {}

}  // namespace tenon::la
