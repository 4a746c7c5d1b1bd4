#include "tenon/la/Accumulator.hpp"

#include <fmt/format.h>

#include "tenon/base/Error.hpp"
#include "tenon/la/State.hpp"

namespace tenon::la {

void Accumulator::refuse(const std::string& what) const {
  const bool is_named = origin_.contributor != nullptr && !origin_.contributor->empty();
  const std::string where = origin_.row == nullptr ? ""
                                                   : fmt::format(" into the matrix of \"{}\" by \"{}\"",
                                                                 origin_.row->name(), origin_.column->name());
  throw base::InternalError(
      fmt::format("{} wrote{} {}", is_named ? *origin_.contributor : "A contributor", where, what));
}

void Accumulator::refuseShape(BlockShape written, BlockShape wanted) const {
  refuse(fmt::format("a block of shape {} x {} where {} x {} is expected.", written.rows, written.columns, wanted.rows,
                     wanted.columns));
}

void Accumulator::refuseEntry(LocalIndex row_node, LocalIndex column_node, int i, int j, BlockShape wanted) const {
  refuse(fmt::format("entry ({}, {}) of the block of node {} by node {} (local numbers), which is {} x {}.", i, j,
                     row_node, column_node, wanted.rows, wanted.columns));
}

}  // namespace tenon::la
