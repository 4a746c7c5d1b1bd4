// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "ElementSlots.hpp"
#include "scatter.hpp"

namespace tenon::la {

/// Returns the stored rows that a pair of states writes to.
inline scatter::Target targetOf(const StatePair& pair) {
  return {pair.matrix->diagonal(), pair.matrix->offDiagonal(), pair.layout->firstOwned(pair.row_state),
          pair.layout->numOwnedRows(pair.row_state)};
}

/// Returns the slot of a block of an owned row; nullopt if the block is not stored.
template <class Slot>
std::optional<Slot> findSlot(const StatePair& pair, LocalIndex row, LocalIndex column) {
  const BlockPattern& pattern = pair.matrix->pattern();
  const LocalIndex matrix_row = pair.layout->firstOwned(pair.row_state) + row;
  const LocalIndex place = pattern.find(matrix_row, pattern.key(pair.layout->localRow(pair.column_state, column)));
  if (place < 0) return {};
  const LocalIndex num_diagonal = pattern.numDiagonal(matrix_row);
  if (place < num_diagonal) return static_cast<Slot>(place);
  return static_cast<Slot>((place - num_diagonal) | scatter::off_diagonal_flag<Slot>);
}

}  // namespace tenon::la
