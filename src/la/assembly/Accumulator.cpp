// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/assembly/Accumulator.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {

void Accumulator::reject(const std::string& what) const {
  const bool is_named = origin_.contributor != nullptr && !origin_.contributor->empty();
  const std::string where = origin_.row == nullptr ? ""
                                                   : fmt::format(" into the matrix of \"{}\" by \"{}\"",
                                                                 origin_.row->name(), origin_.column->name());
  throw base::InternalError(
      fmt::format("{} wrote{} {}", is_named ? *origin_.contributor : "A contributor", where, what));
}

void Accumulator::rejectShape(BlockShape written, BlockShape expected) const {
  reject(fmt::format("a block of shape {} x {} where {} x {} is expected.", written.rows, written.columns,
                     expected.rows, expected.columns));
}

void Accumulator::rejectEntry(LocalIndex row_node, LocalIndex column_node, int i, int j, BlockShape expected) const {
  reject(fmt::format(
      "entry ({}, {}) of the block of node {} by node {} (local numbers), but this block has the shape {} x {}.", i, j,
      row_node, column_node, expected.rows, expected.columns));
}

}  // namespace tenon::la
