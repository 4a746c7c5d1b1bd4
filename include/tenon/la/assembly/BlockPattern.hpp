// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"
#include "tenon/la/assembly/RowTable.hpp"
#include "tenon/la/layout/CombinedLayout.hpp"

namespace tenon::la {

/// Blocks that contributors have announced: element tables and single blocks, each within an
/// ordered pair of states.
struct RecordedBlocks {
  /// Announced pair of element tables, for rows and for columns.
  struct TablePair {
    std::size_t row_state,  ///< Index of the row state in the layout.
        column_state;       ///< Index of the column state in the layout.
    RowTable rows,          ///< Block rows of the elements.
        columns;            ///< Block columns of the elements.
  };
  /// Single block.
  struct SingleBlock {
    LocalIndex row,  ///< Local index of an owned block row of the combined layout.
        column;      ///< Local index of a block column, owned or ghost.
  };
  /// Announced element tables.
  std::vector<TablePair> tables;
  /// Announced single blocks.
  std::vector<SingleBlock> blocks;
};

/// Pattern of the block rows that this rank owns. The pattern contains the recorded blocks and the
/// diagonal.
///
/// Columns are represented by *keys* in PETSc's order. The key of an owned column is its local
/// number. The key of a ghost column is numOwned plus its position among all ghosts in the order of
/// global numbers. Each row is sorted by key, so that owned columns come first.
class BlockPattern {
 public:
  /// Creates the pattern. Temporary memory: the list of elements of each node, twice the size of
  /// the element tables.
  /// @param layout    layout of rows and columns
  /// @param recorded  blocks that contributors have announced on this rank
  /// @note Not collective.
  BlockPattern(const CombinedLayout& layout, const RecordedBlocks& recorded);

  /// Number of owned block rows.
  LocalIndex numRows() const { return static_cast<LocalIndex>(starts_.size()) - 1; }
  /// Number of blocks of this rank.
  std::int64_t numBlocks() const { return starts_.back(); }
  /// Number of blocks in owned columns.
  std::int64_t numDiagonalBlocks() const { return num_diagonal_blocks_; }
  /// Maximum number of blocks of a row, either in owned columns or in ghost columns.
  LocalIndex maxBlocksPerRow() const { return max_blocks_per_row_; }

  /// Keys of the columns of a row, ascending.
  gsl::span<const LocalIndex> row(LocalIndex row) const {
    const auto r = static_cast<std::size_t>(row);
    return {columns_.data() + starts_[r], static_cast<std::size_t>(starts_[r + 1] - starts_[r])};
  }
  /// Number of blocks of a row in owned columns.
  LocalIndex numDiagonal(LocalIndex row) const { return num_diagonal_[static_cast<std::size_t>(row)]; }

  /// Returns the key of the column that belongs to a local block row, owned or ghost.
  LocalIndex key(LocalIndex local) const {
    return local < numRows() ? local : ghost_keys_[static_cast<std::size_t>(local - numRows())];
  }
  /// Returns the global block column of a key.
  GlobalIndex global(LocalIndex key) const {
    return key < numRows() ? first_ + key : ghosts_by_key_[static_cast<std::size_t>(key - numRows())];
  }
  /// Returns true if the block at `position` in a row has the column `key`.
  bool isStoredAt(LocalIndex row, LocalIndex position, LocalIndex key) const {
    const auto r = static_cast<std::size_t>(row);
    const std::int64_t at = starts_[r] + position;
    return at < starts_[r + 1] && columns_[static_cast<std::size_t>(at)] == key;
  }
  /// Returns the position of a column within its row, counted over owned and ghost columns; -1 if
  /// the block is not stored.
  /// @param row  owned block row
  /// @param key  key of the block column, as returned by key()
  LocalIndex find(LocalIndex row, LocalIndex key) const;

  /// Returns the size of the pattern, in bytes.
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
