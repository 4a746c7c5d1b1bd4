// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"

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

/// Blocks that contributors have announced, as pairs of element tables or individually.
struct RecordedBlocks {
  /// Pair of element tables for rows and columns.
  struct TablePair {
    std::size_t row_state,  ///< index of the row state in the layout
        column_state;       ///< index of the column state in the layout
    RowTable rows,          ///< block rows of the elements
        columns;            ///< block columns of the elements
  };
  /// Single block that a contributor has announced.
  struct SingleBlock {
    LocalIndex row,  ///< local index of an owned block row of the combined layout
        column;      ///< local index of a block column, owned or ghost
  };
  /// Element tables that contributors have announced.
  std::vector<TablePair> tables;
  /// Single blocks that contributors have announced.
  std::vector<SingleBlock> blocks;
};

/// Sparsity pattern of the block rows that this rank owns. It contains the recorded blocks and the
/// diagonal.
///
/// Columns are represented by *keys* in PETSc's order. The key of an owned column is its local
/// number. The key of a ghost column is numOwned plus its position in the list of all ghosts,
/// sorted by global number. Each row is sorted by key, so that owned columns come first.
class BlockPattern {
 public:
  /// Creates the pattern. During construction, lists of the elements at each node take up twice as
  /// much memory as the element tables.
  /// @param layout    layout of rows and columns
  /// @param recorded  blocks that contributors have announced on this rank
  /// @note Not collective.
  BlockPattern(const CombinedLayout& layout, const RecordedBlocks& recorded);

  /// Number of owned block rows.
  LocalIndex numRows() const { return static_cast<LocalIndex>(starts_.size()) - 1; }
  /// Number of blocks on this rank.
  std::int64_t numBlocks() const { return starts_.back(); }
  /// Number of blocks on this rank that lie in owned columns.
  std::int64_t numDiagonalBlocks() const { return num_diagonal_blocks_; }
  /// Maximum number of blocks per row in owned columns or in ghost columns, whichever is larger.
  LocalIndex maxBlocksPerRow() const { return max_blocks_per_row_; }

  /// Keys of the columns of a row, ascending.
  gsl::span<const LocalIndex> row(LocalIndex row) const {
    const auto r = static_cast<std::size_t>(row);
    return {columns_.data() + starts_[r], static_cast<std::size_t>(starts_[r + 1] - starts_[r])};
  }
  /// Number of blocks of a row that lie in owned columns.
  LocalIndex numDiagonal(LocalIndex row) const { return num_diagonal_[static_cast<std::size_t>(row)]; }

  /// Returns the key of the block column with a given local index, owned or ghost.
  LocalIndex key(LocalIndex local) const {
    return local < numRows() ? local : ghost_keys_[static_cast<std::size_t>(local - numRows())];
  }
  /// Returns the global number of the block column with the given key.
  GlobalIndex global(LocalIndex key) const {
    return key < numRows() ? first_ + key : ghosts_by_key_[static_cast<std::size_t>(key - numRows())];
  }
  /// Returns true if the block at `position` in a row has the column `key`.
  bool isStoredAt(LocalIndex row, LocalIndex position, LocalIndex key) const {
    const auto r = static_cast<std::size_t>(row);
    const std::int64_t at = starts_[r] + position;
    return at < starts_[r + 1] && columns_[static_cast<std::size_t>(at)] == key;
  }
  /// Returns the position of a block within its row, counted over owned and ghost columns; -1 if
  /// the block is not stored.
  /// @param row  owned block row
  /// @param key  key of the block column, as returned by key()
  LocalIndex find(LocalIndex row, LocalIndex key) const;

  /// Returns the memory used by the pattern, in bytes.
  std::size_t bytes() const { return columns_.size() * sizeof(LocalIndex) + starts_.size() * 12; }

 private:
  void orderGhosts(const Layout& layout);
  void build(const CombinedLayout& layout, const RecordedBlocks& recorded);
  void closeRow(LocalIndex num_rows);

  GlobalIndex first_;
  std::vector<LocalIndex> ghost_keys_;
  std::vector<GlobalIndex> ghosts_by_key_;
  std::vector<std::int64_t> starts_;  // [rows + 1] first block of each row
  std::vector<LocalIndex> columns_, num_diagonal_;
  std::int64_t num_diagonal_blocks_ = 0;
  LocalIndex max_blocks_per_row_ = 0;
};

}  // namespace tenon::la
