// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/assembly/Accumulator.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {

void Accumulator::reject(const std::string& what) const {
  const bool is_named = origin_.contributor != nullptr && !origin_.contributor->empty();
  const std::string where = origin_.row == nullptr
                                ? ""
                                : fmt::format(" to the matrix with the rows of \"{}\" and the columns of \"{}\"",
                                              origin_.row->name(), origin_.column->name());
  throw base::InternalError(fmt::format("{} contributes invalid entries{}: {}",
                                        is_named ? *origin_.contributor : "A contributor", where, what));
}

void Accumulator::rejectShape(BlockShape written, BlockShape expected) const {
  reject(fmt::format("a block has the shape {} x {}, but must have the shape {} x {}.", written.rows, written.columns,
                     expected.rows, expected.columns));
}

void Accumulator::rejectEntry(LocalIndex row_node, LocalIndex column_node, int i, int j, BlockShape expected) const {
  reject(
      fmt::format("there is no entry ({}, {}) in the row of local node {} and the column of local node {}, whose block "
                  "has the shape "
                  "{} x {}.",
                  i, j, row_node, column_node, expected.rows, expected.columns));
}

}  // namespace tenon::la
