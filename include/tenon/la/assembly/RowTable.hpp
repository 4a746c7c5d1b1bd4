#pragma once
#include <memory>
#include <vector>

#include "tenon/la/Accumulator.hpp"

namespace tenon::la {

/// An element table in block rows: a node i of m block rows is m i, m i + 1, ..., m i + m - 1. With m = 1 it is the
/// table of nodes itself, not a copy. Cheap to copy.
class RowTable {
 public:
  RowTable(const ElementTable& nodes, int rows_per_node);

  const ElementTable& nodes() const { return nodes_; }
  const ElementTable& rows() const { return rows_; }
  std::size_t bytes() const { return numbers_ ? numbers_->size() * sizeof(LocalIndex) : 0; }

 private:
  ElementTable nodes_, rows_;
  std::shared_ptr<const std::vector<LocalIndex>> numbers_;  // of rows_, where they are not nodes
};

}  // namespace tenon::la
