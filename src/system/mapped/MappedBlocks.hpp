// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "system/mapped/MappingGraph.hpp"

namespace tenon::system {

/// Blocks of a matrix between nodes of the independent states. Any rank may write any block; the
/// contributions are summed by the owners of the rows.
///
/// Blocks of owned rows come first, ordered by pairs of states, rows and columns, followed by those
/// of each other rank. The values for each rank are contiguous and are sent unchanged.
class MappedBlocks {
 public:
  explicit MappedBlocks(const MappingGraph& graph) : graph_(graph) {}

  /// Removes all blocks.
  void clear();
  /// Returns the number of a block; creates the block if it does not exist.
  std::size_t add(std::size_t row_state, LocalIndex row_node, std::size_t column_state, LocalIndex column_node);
  /// Informs the owners of the blocks they will receive; to be called after all add(). Additional
  /// columns become ghosts of the independent states.
  /// @throws InternalError that names `contributor` if additional columns are necessary and
  ///   `may_add_ghosts` is false
  /// @note Collective.
  void share(const std::string& contributor, bool may_add_ghosts);
  /// Returns the index of the first value of block `number`, as returned by add().
  std::size_t placeOf(std::size_t number) const { return blocks_[order_[number]].first; }

  std::vector<double>& values() { return values_; }
  /// Adds the contributions of other ranks to owned rows, in the order of the ranks.
  /// @note Collective.
  void sumAtOwners();

  /// Calls visit(row state, row node, column state, column node, row-major values) for every block
  /// of owned rows.
  template <class Visit>
  void forEachOwned(Visit&& visit) const {
    for (std::size_t b = 0; b < num_owned_; ++b)
      visit(*graph_.states()[blocks_[b].row_state], blocks_[b].row_node, *graph_.states()[blocks_[b].column_state],
            blocks_[b].column_node, values_.data() + blocks_[b].first);
  }

 private:
  struct Block {
    std::size_t row_state;
    LocalIndex row_node;
    std::size_t column_state;
    LocalIndex column_node;
    std::size_t first;  // index of its first value

    bool operator<(const Block& other) const {
      return std::tie(row_state, column_state, row_node, column_node) <
             std::tie(other.row_state, other.column_state, other.row_node, other.column_node);
    }
  };
  struct RemoteBlock;
  std::vector<std::vector<RemoteBlock>> blocksOfOtherRanks() const;
  int ownerOf(const Block& block) const;
  std::size_t sizeOf(const Block& block) const;
  void requireColumns(const std::vector<std::vector<GlobalIndex>>& unknown, const std::string& contributor,
                      bool may_add_ghosts);
  void sort();

  const MappingGraph& graph_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> order_;  // index into blocks_ of each number
  std::size_t num_owned_ = 0;
  // before share()
  std::map<std::tuple<std::size_t, LocalIndex, std::size_t, LocalIndex>, std::size_t> found_;
  // [ranks] blocks on this rank in the order in which that rank sends them
  std::vector<std::vector<std::size_t>> received_;
  std::vector<std::size_t> sent_;  // [ranks + 1] first value for that rank
  std::vector<double> values_, incoming_;
};

}  // namespace tenon::system
