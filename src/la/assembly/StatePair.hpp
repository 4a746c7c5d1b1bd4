// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "la/assembly/BlockMatrix.hpp"

namespace tenon::la {

/// Ordered pair of states in a matrix for which slots are determined. Rows are block rows, numbered
/// within their state.
struct StatePair {
  /// Layout of the matrix.
  const CombinedLayout* layout;
  /// Indices of the states in the layout.
  std::size_t row_state, column_state;
  /// Matrix that receives the entries.
  const BlockMatrix* matrix;

  /// Returns the name of the row state.
  const std::string& rowName() const { return layout->states()[row_state]->name(); }
  /// Returns the name of the column state.
  const std::string& columnName() const { return layout->states()[column_state]->name(); }
};

}  // namespace tenon::la
