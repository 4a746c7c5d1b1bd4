#pragma once
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "NodePairs.hpp"
#include "TotalJacobian.hpp"
#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/CarriedGroup.hpp"

namespace tenon::system {

/// J^T C J for a matrix C over independent and mapped states, as blocks between nodes of the independent states.
///
/// C is assembled over those states only that its contributors touch, then multiplied row by row,
///   T_ib = sum_j C_ij J_jb,   (J^T C J)_ab += J_ia^T T_ib,
/// by places recorded once: a new motion costs multiplications and one exchange of what belongs to other ranks' rows.
/// Columns may lie far from the rows: their nodes become ghosts of the independent states when this is made, which has
/// to be before any layout of a linear system.
class CarriedMatrix {
 public:
  struct Parts {
    la::MatrixAssembly::Contribute contribute;  ///< writes C; nothing: there is none
    /// Geometric stiffness of the mappings, the same entries at every motion; nullptr: none.
    const GeometricForces* geometric = nullptr;
  };

  /// Collective. `parts` are asked for the pattern.
  CarriedMatrix(const MappingGraph& graph, Parts parts);

  /// Collective. C and J^T C J at the present motion. InternalError that names the contributor where C has got blocks
  /// by which J^T C J would couple nodes that are not known here.
  void assemble();

  /// Every block of owned rows: add(row state, row node, column state, column node, values row-major).
  template <class Add>
  void forEachBlock(Add&& add) const {
    for (const Block& block : blocks_)
      if (block.is_owned)
        add(*graph_.states()[block.row_state], block.row_node, *graph_.states()[block.column_state], block.column_node,
            values_.data() + block.first);
  }

 private:
  /// Of the product, between two nodes of independent states.
  struct Block {
    std::size_t row_state;
    LocalIndex row_node;
    std::size_t column_state;
    LocalIndex column_node;
    std::size_t first;  // of its values
    bool is_owned;      // its row, by this rank
  };
  /// A node of an independent state among the columns of T.
  struct Column {
    std::size_t state;
    LocalIndex node;
    int start;
  };

  std::vector<std::size_t> touchedStates() const;
  void record();
  void plan(const std::string& contributor);
  /// InputError where a node follows so many that they cannot all be coupled with each other.
  void requireShort(std::size_t state, LocalIndex node) const;
  void planRow(std::size_t row);
  void planGeometric();
  std::size_t blockOf(std::size_t row_state, LocalIndex row_node, std::size_t column_state, LocalIndex column_node);
  void shareBlocks(const std::string& contributor);
  void multiply();
  void multiplyRow(std::size_t row, const int*& column, const Column* t_column, const std::size_t*& place);
  void multiplyGeometric(const std::size_t*& place);
  void exchangeValues();
  template <class Visit>
  void forEachTerm(std::size_t state, LocalIndex node, Visit&& visit) const;
  int blockSize(std::size_t state) const { return block_sizes_[state]; }

  const MappingGraph& graph_;
  Parts parts_;
  std::vector<int> block_sizes_;      // of all states
  std::vector<std::size_t> touched_;  // states of C
  std::unique_ptr<la::MatrixAssembly> assembly_;
  std::unique_ptr<NodePairs> pairs_;

  std::vector<Block> blocks_;
  std::map<std::tuple<std::size_t, LocalIndex, std::size_t, LocalIndex>, std::size_t> found_;  // while planned
  std::vector<int> columns_;                // start in T of each term of each pair of a row
  std::vector<int> sizes_;                  // of T, by row
  std::vector<std::size_t> column_counts_;  // likewise
  std::vector<Column> t_columns_;           // of each row
  std::vector<std::size_t> places_;         // values of the product's blocks, in the order of its evaluation
  std::vector<std::vector<std::size_t>> sent_, received_;  // [ranks] blocks
  std::vector<double> values_, t_, c_;
  bool is_planned_ = false;
};

}  // namespace tenon::system
