// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "InsertionAccumulator.hpp"

#include <fmt/format.h>

namespace tenon::la {

InsertionAccumulator::InsertionAccumulator(const CombinedLayout& layout, std::size_t row_state,
                                           std::size_t column_state, BlockMatrix& matrix)
    : layout_(&layout),
      row_state_(row_state),
      column_state_(column_state),
      rows_per_node_(layout.rowsPerNode(row_state)),
      columns_per_node_(layout.rowsPerNode(column_state)),
      num_owned_rows_(layout.numOwnedRows(row_state)),
      matrix_(&matrix) {}

void InsertionAccumulator::setRow(std::size_t place, LocalIndex node) {
  for (int k = 0; k < rows_per_node_; ++k) {
    const LocalIndex row = node * rows_per_node_ + k;
    rows_[place * static_cast<std::size_t>(rows_per_node_) + static_cast<std::size_t>(k)] =
        row < num_owned_rows_ ? layout_->layout().global(layout_->localRow(row_state_, row))
                              : GlobalIndex();  // PETSc skips -1
  }
}

void InsertionAccumulator::setColumn(std::size_t place, LocalIndex node) {
  for (int k = 0; k < columns_per_node_; ++k)
    columns_[place * static_cast<std::size_t>(columns_per_node_) + static_cast<std::size_t>(k)] =
        layout_->layout().global(layout_->localRow(column_state_, node * columns_per_node_ + k));
}

void InsertionAccumulator::resize(int num_row_nodes, int num_column_nodes) {
  const auto g = static_cast<std::size_t>(layout_->block());
  rows_.resize(static_cast<std::size_t>(num_row_nodes * rows_per_node_));
  columns_.resize(static_cast<std::size_t>(num_column_nodes * columns_per_node_));
  values_.assign(rows_.size() * g * columns_.size() * g, 0.0);
}

void InsertionAccumulator::addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape, const double* block) {
  if (row_node * rows_per_node_ >= num_owned_rows_ || isPatternChanged()) return;
  resize(1, 1);
  setRow(0, row_node);
  setColumn(0, column_node);
  const int rows = layout_->states()[row_state_]->block(), columns = layout_->states()[column_state_]->block();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      values_[static_cast<std::size_t>(i * layout_->scalarRowsPerNode(column_state_) + j)] =
          factor() * block[i * columns + j];
  insert();
}

void InsertionAccumulator::beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape,
                                         ElementSymmetry symmetry) {
  row_table_ = rows;
  column_table_ = columns;
  symmetry_ = symmetry;
  resize(rows.nodes_per_element, columns.nodes_per_element);
}

void InsertionAccumulator::addElements(LocalIndex first, int count, const Lane* matrix) {
  if (isPatternChanged()) return;
  const int m = row_table_.nodes_per_element, n = column_table_.nodes_per_element;
  const int rows = layout_->states()[row_state_]->block(), columns = layout_->states()[column_state_]->block();
  const int wide_rows = layout_->scalarRowsPerNode(row_state_),
            wide_columns = layout_->scalarRowsPerNode(column_state_);
  const bool symmetric = symmetry_ == ElementSymmetry::symmetric;
  for (int e = 0; e < count; ++e) {
    for (int p = 0; p < m; ++p)
      for (int q = 0; q < n; ++q)
        for (int i = 0; i < rows; ++i)
          for (int j = 0; j < columns; ++j) {
            const bool mirrored = symmetric && p > q;
            const Lane& lane = mirrored ? matrix[((q * n + p) * rows + j) * columns + i]
                                        : matrix[((p * n + q) * rows + i) * columns + j];
            values_[static_cast<std::size_t>((p * wide_rows + i) * n * wide_columns + q * wide_columns + j)] =
                factor() * lane[e];
          }
    const LocalIndex* const row_nodes = row_table_.nodes + static_cast<std::ptrdiff_t>(first + e) * m;
    const LocalIndex* const column_nodes = column_table_.nodes + static_cast<std::ptrdiff_t>(first + e) * n;
    for (int p = 0; p < m; ++p) setRow(static_cast<std::size_t>(p), row_nodes[p]);
    for (int q = 0; q < n; ++q) setColumn(static_cast<std::size_t>(q), column_nodes[q]);
    insert();
  }
}

void InsertionAccumulator::insert() {
  const PetscErrorCode code = MatSetValuesBlocked(
      matrix_->get(), static_cast<PetscInt>(rows_.size()), base::petscIndices(rows_.data()),
      static_cast<PetscInt>(columns_.size()), base::petscIndices(columns_.data()), values_.data(), ADD_VALUES);
  // PETSc returns this error for a position that is not stored. The matrix is then incomplete, and
  // is created again or discarded.
  if (code == PETSC_ERR_ARG_OUTOFRANGE)
    reportPatternChange(
        fmt::format("A block with the rows of \"{}\" and the columns of \"{}\" is not in the recorded pattern.",
                    layout_->states()[row_state_]->name(), layout_->states()[column_state_]->name()));
  else
    base::checkPetsc(code, "MatSetValuesBlocked", TENON_WHERE);
}

}  // namespace tenon::la
