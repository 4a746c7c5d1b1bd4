// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SlotAccumulator.hpp"

#include <fmt/format.h>

#include "ElementSlots.hpp"
#include "findElementSlots.hpp"
#include "scatter.hpp"

namespace tenon::la {
namespace {

/// Splits the blocks of element matrices into smaller ones: [row nodes][column nodes] blocks of
/// `shape` into [row nodes x m][column nodes x n] blocks g x g, with m = ceil(shape.rows / g) and n
/// = ceil(shape.columns / g). Both arrays have one Lane per entry and are row-major.
/// @param symmetric  if true, blocks (a, b) with a > b are neither read nor written
/// @param split  receives the blocks; entries of `split` beyond `shape` are not written
void splitBlocks(const Lane* matrix, int num_rows, int num_columns, BlockShape shape, int g, bool symmetric,
                 Lane* split) {
  const int m = (shape.rows + g - 1) / g, n = (shape.columns + g - 1) / g, split_columns = num_columns * n;
  for (int a = 0; a < num_rows; ++a)
    for (int b = symmetric ? a : 0; b < num_columns; ++b) {
      const Lane* block = matrix + static_cast<std::ptrdiff_t>(a * num_columns + b) * shape.rows * shape.columns;
      for (int i = 0; i < shape.rows; ++i)
        for (int j = 0; j < shape.columns; ++j, ++block) {
          const std::ptrdiff_t at = (a * m + i / g) * split_columns + b * n + j / g;
          split[(at * g + i % g) * g + j % g] = *block;
        }
    }
}

/// Adds factor * a block [rows x columns] to the stored rows; `to` is the position of the block in
/// the first row.
[[gnu::noinline]] void addEntries(double* to, std::ptrdiff_t length, double factor, const double* block, int rows,
                                  int columns) {
  for (int i = 0; i < rows; ++i, to += length)
    for (int j = 0; j < columns; ++j) to[j] += factor * block[i * columns + j];
}

}  // namespace

SlotAccumulator::SlotAccumulator(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state,
                                 BlockMatrix& matrix)
    : layout_(&layout),
      row_state_(row_state),
      column_state_(column_state),
      rows_per_node_(layout.rowsPerNode(row_state)),
      columns_per_node_(layout.rowsPerNode(column_state)),
      has_unused_(layout.hasUnusedRows(row_state) || layout.hasUnusedRows(column_state)),
      first_row_(layout.firstOwned(row_state)),
      num_owned_rows_(layout.numOwnedRows(row_state)),
      first_column_(layout.firstOwned(column_state)),
      num_owned_columns_(layout.numOwnedRows(column_state)),
      matrix_(&matrix),
      diagonal_(matrix.diagonal()),
      off_diagonal_(matrix.offDiagonal()) {}

SlotAccumulator::~SlotAccumulator() = default;

void SlotAccumulator::begin() {
  ScaledAccumulator::begin();
  current_ = nullptr;
  next_block_ = 0;
}

void SlotAccumulator::checkComplete() const {
  if (current_ == nullptr || next_element_ == current_->rows().num_elements) return;
  throw base::InternalError(fmt::format("A table of {} was added to the matrix only up to element {}.",
                                        describe(current_->rowNodes()), next_element_));
}

void SlotAccumulator::end() {
  if (isPatternChanged()) return;
  checkComplete();
  positions_.resize(next_block_);
  positions_.push_back(nowhere);
}

ElementSlots* SlotAccumulator::slotsOf(const ElementTable& rows, const ElementTable& columns) const {
  // Different tables may begin at the same address and have different lengths, such as the first of
  // two regions, and both regions.
  ElementSlots* at_address = nullptr;
  for (const auto& slots : element_slots_) {
    if (!slots->hasAddressesOf(rows, columns)) continue;
    if (slots->rows().num_elements == rows.num_elements) return slots.get();
    at_address = slots.get();
  }
  return at_address;
}

void SlotAccumulator::prepare(const ElementTable& rows, const ElementTable& columns) {
  const ElementSlots* known = slotsOf(rows, columns);
  if (known != nullptr && known->rows().num_elements == rows.num_elements) return;
  element_slots_.push_back(findElementSlots(rows, columns, {layout_, row_state_, column_state_, matrix_}));
}

void SlotAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                                    ElementSymmetry symmetry) {
  if (checks_ != nullptr) checks_->requireTables(rows, columns, shape, symmetry);
  if (isPatternChanged()) return;
  checkComplete();
  current_ = nullptr;
  if (!beginTables(rows, columns)) return;
  symmetry_ = symmetry;
  next_element_ = 0;
}

bool SlotAccumulator::beginTables(const ElementTable& rows, const ElementTable& columns) {
  ElementSlots* known = slotsOf(rows, columns);
  try {
    if (known == nullptr) {
      prepare(rows, columns);
      known = element_slots_.back().get();
    } else if (!known->isUnchanged(rows, columns)) {
      throw OutsidePattern(fmt::format(
          "The connectivity of {}, added to the matrix with the rows of \"{}\" and the columns of \"{}\", has "
          "changed since its slots were found for {}.",
          describe(rows), layout_->states()[row_state_]->name(), layout_->states()[column_state_]->name(),
          describe(known->rowNodes())));
    }
  } catch (const OutsidePattern& change) {
    reportPatternChange(change.what());
    return false;
  }
  current_ = known;
  return true;
}

void SlotAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  if (current_ == nullptr || first != next_element_ || first % num_lanes != 0 ||
      first + count > current_->rows().num_elements) {
    if (isPatternChanged()) return;
    throw base::InternalError(fmt::format("Elements {} to {} were added to the matrix where element {} was expected.",
                                          first, first + count - 1, next_element_));
  }
  next_element_ += count;
  matrix_->zeroUpTo(first_row_ + current_->rowsEnd(first, count, num_owned_rows_));
  current_->add(first, count, factor(), symmetry_, splitIntoMatrixBlocks(matrix));
}

const Lane* SlotAccumulator::splitIntoMatrixBlocks(const Lane* matrix) {
  if (rows_per_node_ == 1 && columns_per_node_ == 1 && !has_unused_) return matrix;
  const int m = current_->rowNodes().nodes_per_element, n = current_->columnNodes().nodes_per_element;
  const int g = layout_->block();
  const BlockShape shape{layout_->states()[row_state_]->block(), layout_->states()[column_state_]->block()};
  const auto size =
      static_cast<std::size_t>(m * rows_per_node_ * g) * static_cast<std::size_t>(n * columns_per_node_ * g);
  if (has_unused_)
    split_.assign(size, Lane{});
  else
    split_.resize(size);
  splitBlocks(matrix, m, n, shape, g, symmetry_ == ElementSymmetry::symmetric, split_.data());
  return split_.data();
}

LocalIndex SlotAccumulator::keyOf(LocalIndex column) const {
  if (column < num_owned_columns_) return first_column_ + column;
  return matrix_->pattern().key(layout_->localRow(column_state_, column));
}

LocalIndex SlotAccumulator::findPosition(LocalIndex row, LocalIndex column) const {
  const BlockPattern& pattern = matrix_->pattern();
  const auto positionOf = [&](LocalIndex k) { return pattern.find(first_row_ + row, keyOf(column + k)); };
  // The block rows of a node are recorded and numbered together, so that its columns are
  // consecutive.
  const LocalIndex position = positionOf(0), last = columns_per_node_ - 1;
  return position >= 0 && last > 0 && positionOf(last) != position + last ? -1 : position;
}

// This function is fast if the contributor writes the same blocks as last time, for nodes with one
// block row that this rank owns. Other cases are left to addUnexpected(): without further calls,
// the code of this function is half as long. A negative number is large when converted to unsigned.
void SlotAccumulator::addBlock(LocalIndex row, LocalIndex column, BlockShape shape, const double* block) {
  const LocalIndex matrix_row = first_row_ + row, position = positions_[next_block_];
  if (rows_per_node_ != 1 || columns_per_node_ != 1 || has_unused_ ||
      static_cast<std::uint32_t>(row) >= static_cast<std::uint32_t>(num_owned_rows_) ||
      static_cast<std::uint32_t>(column) >= static_cast<std::uint32_t>(num_owned_columns_) ||
      !matrix_->isZeroedUpTo(matrix_row + 1) ||
      !matrix_->pattern().isStoredAt(matrix_row, position, first_column_ + column))
    return addUnexpected(row, column, shape, block);
  ++next_block_;
  addTo(diagonal_, matrix_row, position, block);
}

[[gnu::noinline]] void SlotAccumulator::addUnexpected(LocalIndex row_node, LocalIndex column_node, BlockShape shape,
                                                      const double* block) {
  if (checks_ != nullptr) checks_->requireBlock(row_node, column_node, shape);
  const LocalIndex row = row_node * rows_per_node_;
  if (row < num_owned_rows_) addRows(row, column_node * columns_per_node_, padUnusedRows(block));
}

// Returns a block extended by zeros for unused degrees of freedom.
const double* SlotAccumulator::padUnusedRows(const double* block) {
  if (!has_unused_) return block;
  const int rows = layout_->states()[row_state_]->block(), columns = layout_->states()[column_state_]->block();
  const int width = layout_->scalarRowsPerNode(column_state_);
  padded_.assign(static_cast<std::size_t>(layout_->scalarRowsPerNode(row_state_) * width), 0.0);
  for (int i = 0; i < rows; ++i) std::copy_n(block + i * columns, columns, padded_.data() + i * width);
  return padded_.data();
}

void SlotAccumulator::addRows(LocalIndex first_row, LocalIndex column, const double* block) {
  matrix_->zeroUpTo(first_row_ + first_row + rows_per_node_);
  const int entries = layout_->block() * layout_->block() * columns_per_node_;
  for (int k = 0; k < rows_per_node_; ++k) addRow(first_row + k, column, block + k * entries);
}

// Adds the part of a node's block that lies in one block row.
void SlotAccumulator::addRow(LocalIndex row, LocalIndex column, const double* block) {
  if (isPatternChanged()) return;
  const BlockPattern& pattern = matrix_->pattern();
  const LocalIndex matrix_row = first_row_ + row, key = keyOf(column);
  LocalIndex position = positions_[next_block_];
  if (!pattern.isStoredAt(matrix_row, position, key)) position = findPosition(row, column);
  if (position < 0) return reportOutsidePattern(row, column);
  positions_[next_block_++] = position;
  if (next_block_ == positions_.size()) positions_.push_back(nowhere);
  if (key < pattern.numRows())
    addTo(diagonal_, matrix_row, position, block);
  else
    addTo(off_diagonal_, matrix_row, position - pattern.numDiagonal(matrix_row), block);
}

inline void SlotAccumulator::addTo(const StoredRows& rows, LocalIndex matrix_row, LocalIndex position,
                                   const double* block) {
  const int g = matrix_->block();
  const PetscInt* const start = rows.starts + static_cast<std::ptrdiff_t>(matrix_row) * g;
  const std::ptrdiff_t length = start[1] - start[0];
  double* const to = rows.values + start[0] + g * position;
  if (g == 3 && columns_per_node_ == 1) return scatter::addBlock<3, false>(to, length, factor(), block);
  if (g == 6) return scatter::addBlock<6, false>(to, length, factor(), block);
  addEntries(to, length, factor(), block, g, g * columns_per_node_);
}

void SlotAccumulator::reportOutsidePattern(LocalIndex row, LocalIndex column) {
  reportPatternChange(
      fmt::format("The block with the row of node {} of \"{}\" and the column of node {} of \"{}\" (local numbers) is "
                  "not in the recorded pattern.",
                  row / rows_per_node_, layout_->states()[row_state_]->name(), column / columns_per_node_,
                  layout_->states()[column_state_]->name()));
}

std::size_t SlotAccumulator::bytes() const {
  std::size_t sum = positions_.capacity() * sizeof(LocalIndex);
  for (const auto& slots : element_slots_) sum += slots->bytes();
  return sum;
}

}  // namespace tenon::la
