#pragma once
#include <cstdint>
#include <vector>

#include "tenon/la/Accumulator.hpp"
#include "tenon/la/CombinedLayout.hpp"
#include "tenon/la/assembly/RowTable.hpp"

namespace tenon::la {

/// What contributors announced: element tables and single blocks, each within an ordered pair of states.
struct RecordedBlocks {
  struct Table {
    std::size_t row_state, column_state;
    RowTable rows, columns;
  };
  struct Pair {
    LocalIndex row, column;  ///< local block rows of the combined layout; the row is owned
  };
  std::vector<Table> tables;
  std::vector<Pair> pairs;
};

/// Which blocks of the rows this rank owns are stored: exactly the recorded ones and the diagonal.
///
/// Columns carry a *key* that orders them as PETSc does: an owned column its local number, a ghost numOwned + its place
/// among all ghosts by global number. Each row is sorted by key, so its owned columns come first.
class BlockPattern {
 public:
  /// Not collective. Memory beyond the result: the elements of each node, twice the size of the element tables.
  BlockPattern(const CombinedLayout& layout, const RecordedBlocks& recorded);

  LocalIndex numRows() const { return static_cast<LocalIndex>(starts_.size()) - 1; }
  std::int64_t numBlocks() const { return starts_.back(); }
  std::int64_t numDiagonalBlocks() const { return num_diagonal_blocks_; }
  /// Most blocks of one row among owned columns, and among ghost columns.
  LocalIndex longestRow() const { return longest_row_; }

  /// Keys of a row's columns, ascending.
  gsl::span<const LocalIndex> row(LocalIndex row) const {
    const auto r = static_cast<std::size_t>(row);
    return {columns_.data() + starts_[r], static_cast<std::size_t>(starts_[r + 1] - starts_[r])};
  }
  /// Number of blocks of a row whose columns are owned.
  LocalIndex numDiagonal(LocalIndex row) const { return num_diagonal_[static_cast<std::size_t>(row)]; }

  /// Key of a local block row (owned or ghost) as a column.
  LocalIndex key(LocalIndex local) const {
    return local < numRows() ? local : ghost_keys_[static_cast<std::size_t>(local - numRows())];
  }
  /// Global block column of a key.
  GlobalIndex global(LocalIndex key) const {
    return key < numRows() ? first_ + key : ghosts_by_key_[static_cast<std::size_t>(key - numRows())];
  }
  /// Whether a row has this column at this place.
  bool isAt(LocalIndex row, LocalIndex place, LocalIndex key) const {
    const auto r = static_cast<std::size_t>(row);
    const std::int64_t at = starts_[r] + place;
    return at < starts_[r + 1] && columns_[static_cast<std::size_t>(at)] == key;
  }
  /// Place of a column within its row, counted over owned and ghost columns; -1 where it is not stored.
  LocalIndex find(LocalIndex row, LocalIndex key) const;

  std::size_t bytes() const { return columns_.size() * sizeof(LocalIndex) + starts_.size() * 12; }

 private:
  void orderGhosts(const Layout& layout);
  void build(const CombinedLayout& layout, const RecordedBlocks& recorded);
  void closeRow(LocalIndex num_rows);

  GlobalIndex first_;
  std::vector<LocalIndex> ghost_keys_;
  std::vector<GlobalIndex> ghosts_by_key_;
  std::vector<std::int64_t> starts_;  // [rows + 1]
  std::vector<LocalIndex> columns_, num_diagonal_;
  std::int64_t num_diagonal_blocks_ = 0;
  LocalIndex longest_row_ = 0;
};

}  // namespace tenon::la
