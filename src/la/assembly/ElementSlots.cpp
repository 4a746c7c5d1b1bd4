// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ElementSlots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

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

}  // namespace tenon::la
