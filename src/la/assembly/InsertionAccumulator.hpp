// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "la/assembly/BlockMatrix.hpp"
#include "la/assembly/ScaledAccumulator.hpp"

namespace tenon::la {

/// Accumulator of the general path for one ordered pair of states: MatSetValuesBlocked() into a
/// matrix with an allocated pattern. PETSc searches the position of each block in every call. This
/// path is slower than slots by an order of magnitude, but does not depend on recorded elements.
class InsertionAccumulator : public ScaledAccumulator {
 public:
  /// Creates the accumulator. Layout and matrix must outlive it.
  InsertionAccumulator(const CombinedLayout& layout, std::size_t row_state, std::size_t column_state,
                       BlockMatrix& matrix);

  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row_node, LocalIndex column_node, BlockShape shape, const double* block) override;
  void beginElements(const ElementTable& rows, const ElementTable& columns, BlockShape shape,
                     ElementSymmetry symmetry) override;
  void addElements(LocalIndex first, int count, const Lane* matrix) override;

 private:
  void resize(int num_row_nodes, int num_column_nodes);
  void setRow(std::size_t place, LocalIndex node);
  void setColumn(std::size_t place, LocalIndex node);
  void insert();

  const CombinedLayout* layout_;
  std::size_t row_state_, column_state_;
  int rows_per_node_, columns_per_node_;
  LocalIndex num_owned_rows_;  // number of owned block rows
  BlockMatrix* matrix_;
  ElementTable row_table_, column_table_;
  ElementSymmetry symmetry_ = ElementSymmetry::general;
  std::vector<GlobalIndex> rows_, columns_;
  std::vector<double> values_;
};

}  // namespace tenon::la
