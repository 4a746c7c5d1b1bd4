// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ElementSlots.hpp"

#include <fmt/format.h>

#include <limits>

#include "ChunkedSlots.hpp"
#include "ScatteredSlots.hpp"
#include "base/text.hpp"

namespace tenon::la {
namespace {

// Returns a checksum, which detects that the connectivity at an address has changed. Its cost is
// small, because the data are read sequentially.
std::uint32_t checksum(const ElementTable& table) {
  const auto size = static_cast<std::size_t>(table.num_elements) * static_cast<std::size_t>(table.nodes_per_element);
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i < size; ++i)
    sum += (static_cast<std::uint32_t>(table.nodes[i]) + 1U) * (2654435769U * static_cast<std::uint32_t>(i) | 1U);
  return sum;
}

std::uint32_t checksum(const ElementTable& rows, const ElementTable& columns) {
  return rows == columns ? checksum(rows) : checksum(rows) ^ (checksum(columns) * 2246822519U);
}

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

std::string describe(const ElementTable& table) {
  return fmt::format("{} of {}", base::formatCount(table.num_elements, "element"),
                     base::formatCount(table.nodes_per_element, "node"));
}

ElementSlots::ElementSlots(RowTable rows, RowTable columns)
    : rows_(std::move(rows)), columns_(std::move(columns)), checksum_(checksum(rowNodes(), columnNodes())) {}

OutsidePattern ElementSlots::outsidePatternError(LocalIndex element, const StatePair& pair) const {
  return OutsidePattern(
      fmt::format("Element {} of a table of {}, added to the matrix with the rows of \"{}\" and the columns of \"{}\", "
                  "is not in the "
                  "recorded pattern.",
                  element, describe(rowNodes()), pair.rowName(), pair.columnName()));
}

LocalIndex ElementSlots::rowsEnd(LocalIndex first, int count, LocalIndex num_owned) const {
  const auto n = static_cast<std::ptrdiff_t>(rows().nodes_per_element);
  const LocalIndex* const of_elements = rows().nodes + first * n;
  LocalIndex last = -1;
  for (std::ptrdiff_t i = 0; i < count * n; ++i)
    last = std::max(last, of_elements[i] < num_owned ? of_elements[i] : -1);
  return last + 1;
}

bool ElementSlots::hasAddressesOf(const ElementTable& rows, const ElementTable& columns) const {
  return rowNodes().nodes == rows.nodes && rowNodes().nodes_per_element == rows.nodes_per_element &&
         columnNodes().nodes == columns.nodes && columnNodes().nodes_per_element == columns.nodes_per_element;
}

bool ElementSlots::isUnchanged(const ElementTable& rows, const ElementTable& columns) const {
  return rowNodes().num_elements == rows.num_elements && checksum(rows, columns) == checksum_;
}

std::unique_ptr<ElementSlots> ElementSlots::find(const ElementTable& rows, const ElementTable& columns,
                                                 const StatePair& pair) {
  const LocalIndex longest = pair.matrix->pattern().maxBlocksPerRow();
  const bool narrow = longest <= std::numeric_limits<std::int8_t>::max();
  base::ensure(longest <= std::numeric_limits<std::int16_t>::max(), "A node has more than 32767 neighbours.");
  return narrow ? findOf<std::uint8_t>(rows, columns, pair) : findOf<std::uint16_t>(rows, columns, pair);
}

}  // namespace tenon::la
