#pragma once
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tenon/system/MappingGraph.hpp"

namespace tenon::system {

/// The blocks of a matrix between nodes of the independent states, of which any rank may write any: they are summed at
/// the owners of their rows.
///
/// Blocks of owned rows come first, by pairs of states, rows and columns; then those of each other rank, whose values
/// lie side by side and are sent as they are.
class CarriedBlocks {
 public:
  explicit CarriedBlocks(const MappingGraph& graph) : graph_(graph) {}

  void clear();
  /// Number of a block, a new one where it was not yet asked for.
  std::size_t add(std::size_t row_state, LocalIndex row_node, std::size_t column_state, LocalIndex column_node);
  /// Collective. After all add(): tells owners what they get. They may have to know further columns, which become
  /// ghosts of the independent states; with `may_add_ghosts` false that is an InternalError which names `contributor`.
  void share(const std::string& contributor, bool may_add_ghosts);
  /// Where the values of block `number`, as add() counts, begin.
  std::size_t placeOf(std::size_t number) const { return blocks_[order_[number]].first; }

  std::vector<double>& values() { return values_; }
  /// Collective. Adds what other ranks have computed of owned rows, in the order of the ranks.
  void sumAtOwners();

  /// Every block of owned rows: visit(row state, row node, column state, column node, values by rows).
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
    std::size_t first;  // of its values

    bool operator<(const Block& other) const {
      return std::tie(row_state, column_state, row_node, column_node) <
             std::tie(other.row_state, other.column_state, other.row_node, other.column_node);
    }
  };
  int ownerOf(const Block& block) const;
  std::size_t sizeOf(const Block& block) const;
  void requireColumns(const std::vector<std::vector<GlobalIndex>>& unknown, const std::string& contributor,
                      bool may_add_ghosts);
  void sort();

  const MappingGraph& graph_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> order_;  // of each number: place in blocks_
  std::size_t num_owned_ = 0;
  std::map<std::tuple<std::size_t, LocalIndex, std::size_t, LocalIndex>, std::size_t> found_;  // before share()
  std::vector<std::vector<std::size_t>> received_;  // [ranks] blocks here, as that rank sends them
  std::vector<std::size_t> sent_;                   // [ranks + 1] where the values for that rank begin
  std::vector<double> values_, incoming_;
};

}  // namespace tenon::system
