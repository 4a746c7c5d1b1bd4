// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::la {

/// Element table in terms of block rows. Each node has m block rows; those of node i are m i, ...,
/// m i + m - 1. If m = 1, the object refers to the table of nodes without copying it. Objects are
/// cheap to copy.
class RowTable {
 public:
  /// Creates the table of the rows of all nodes.
  /// @param nodes  table of nodes, which must outlive this object
  /// @param rows_per_node  number m of block rows of a node
  RowTable(const ElementTable& nodes, int rows_per_node);

  /// Table of nodes.
  const ElementTable& nodes() const { return nodes_; }
  /// Table of block rows.
  const ElementTable& rows() const { return rows_; }
  /// Returns the memory used by the table of block rows, in bytes; 0 if it is the table of nodes.
  std::size_t bytes() const { return numbers_ ? numbers_->size() * sizeof(LocalIndex) : 0; }

 private:
  ElementTable nodes_, rows_;
  std::shared_ptr<const std::vector<LocalIndex>> numbers_;  // array of rows_, unless rows_ equals nodes_
};

}  // namespace tenon::la
