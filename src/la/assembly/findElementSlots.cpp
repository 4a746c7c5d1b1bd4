// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "findElementSlots.hpp"

#include <fmt/format.h>

#include <limits>

#include "ChunkedSlots.hpp"
#include "ScatteredSlots.hpp"

namespace tenon::la {
namespace {

// Returns true if chunks are faster, which requires that neighbouring elements share most of their
// blocks. Tetrahedra need 60 ms instead of 80 ms (750,000 elements, one rank), but trilinear
// hexahedra 127 ms instead of 137 ms (216,000 elements), with twice the memory and 200 ms more of
// symbolic work. Line elements share almost no blocks.
bool sharesMostBlocks(const ElementTable& rows, const ElementTable& columns, const StatePair& pair) {
  const int n = rows.nodes_per_element * pair.layout->rowsPerNode(pair.row_state);
  return rows == columns && pair.layout->rowsPerNode(pair.row_state) == pair.layout->rowsPerNode(pair.column_state) &&
         (n == 3 || n == 4);
}

template <int block, class Slot>
std::unique_ptr<ElementSlots> findOf(const ElementTable& rows, const ElementTable& columns, const StatePair& pair) {
  if constexpr (block <= 3)
    if (sharesMostBlocks(rows, columns, pair))
      return std::make_unique<ChunkedSlots<block, Slot>>(RowTable(rows, pair.layout->rowsPerNode(pair.row_state)),
                                                         pair);
  return std::make_unique<ScatteredSlots<block, Slot>>(rows, columns, pair);
}

template <class Slot>
std::unique_ptr<ElementSlots> findOf(const ElementTable& rows, const ElementTable& columns, const StatePair& pair) {
  switch (pair.layout->block()) {
    case 1:
      return findOf<1, Slot>(rows, columns, pair);
    case 2:
      return findOf<2, Slot>(rows, columns, pair);
    case 3:
      return findOf<3, Slot>(rows, columns, pair);
    case 6:
      return findOf<6, Slot>(rows, columns, pair);
    default:
      throw base::InternalError(fmt::format(
          "Element matrices with {} degrees of freedom per node are not supported by slots.", pair.layout->block()));
  }
}

}  // namespace

std::unique_ptr<ElementSlots> findElementSlots(const ElementTable& rows, const ElementTable& columns,
                                               const StatePair& pair) {
  const LocalIndex longest = pair.matrix->pattern().maxBlocksPerRow();
  const bool narrow = longest <= std::numeric_limits<std::int8_t>::max();
  base::ensure(longest <= std::numeric_limits<std::int16_t>::max(), "A node has more than 32767 neighbours.");
  return narrow ? findOf<std::uint8_t>(rows, columns, pair) : findOf<std::uint16_t>(rows, columns, pair);
}

}  // namespace tenon::la
