// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <tuple>
#include <vector>

#include "MappedBlocks.hpp"
#include "NodePairs.hpp"
#include "TotalJacobian.hpp"
#include "system/mapped/MappingGraph.hpp"

namespace tenon::system {

/// Calls visit(independent state, node, true if a number represents the block, values) for each
/// block of J in the row of a node. The row of a node of an independent state is the identity
/// block.
template <class Visit>
void forEachTerm(const MappingGraph& graph, std::size_t state, LocalIndex node, Visit&& visit) {
  static constexpr double one = 1.0;
  if (state < graph.numIndependent()) return visit(state, node, true, &one);
  const TotalJacobian& J = graph.total(state);
  for (const auto* term = J.begin(node); term != J.end(node); ++term)
    visit(static_cast<std::size_t>(term->state), term->node, term->is_uniform, J.valuesOf(*term));
}

/// Computes T [rows x columns] += C [rows x inner] J [inner x columns].
void addTimes(const double* C, int rows, int inner, const double* J, bool uniform, int columns, double* T);
/// Computes R [rows x columns] += J^T [rows x inner] T [inner x columns].
void addTransposed(const double* J, bool uniform, int rows, int inner, const double* T, int columns, double* R);

/// Product J^T C J for an assembled matrix C between nodes of any states, row by row of C,
///
///   T_ib = sum_j C_ij J_jb,   R_ab += J_ia^T T_ib,
///
/// at positions found once. Rows of nodes with the same parent nodes, such as all points of one
/// element, are summed before they are added to the blocks of the product.
class RowProducts {
 public:
  /// Registers the blocks of the product in `blocks`. Graph and assembly must outlive this object.
  /// @param states  states of the assembly, by their indices in the graph
  /// @throws InputError if a node depends on so many nodes that they cannot all be coupled with
  ///   each other
  RowProducts(const MappingGraph& graph, std::vector<std::size_t> states, const la::MatrixAssembly& assembly,
              MappedBlocks& blocks);

  /// Finds the positions of the values of the blocks; to be called after blocks.share().
  void findPlaces(const MappedBlocks& blocks);
  /// Adds the product with the current values of C and J.
  void addTo(std::vector<double>& values);

 private:
  /// Kind of all blocks of J in a row between points in 3D: numbers, 3 x 6 (points on frames), or
  /// any.
  enum class Kind { numbers, frames, any };
  /// Rows of C whose nodes depend on the same nodes a, and the nodes b that occur in their
  /// products: R [a][b].
  struct Cluster {
    std::size_t rows_end;                // end of its rows in rows_
    std::size_t num_terms, num_columns;  // number of a, of b
    int height, width;                   // dofs of all a, of all b
    Kind kind;
  };
  struct Row {
    std::size_t number;       // index among the rows of pairs_
    std::size_t num_columns;  // columns of T
    int width;                // width of T, in dofs
    const double* J;          // J_i, if the kind is determined
  };
  /// Column of T: its first degree of freedom there and among those of the cluster.
  struct Column {
    int block, start, of_cluster;
  };
  /// Pair of a row of known kind: storage of C_ij, and the blocks J_j, which are contiguous.
  struct KnownPair {
    NodePairs::Stored stored{nullptr, 0};
    const double* J = nullptr;
    int num_terms = 0;
  };
  struct Term {
    std::size_t state;
    LocalIndex node;
    bool is_uniform;

    bool operator<(const Term& other) const {
      return std::tie(state, node, is_uniform) < std::tie(other.state, other.node, other.is_uniform);
    }
    bool operator==(const Term& other) const {
      return state == other.state && node == other.node && is_uniform == other.is_uniform;
    }
  };
  class Planned;

  std::vector<Term> termsOf(std::size_t state, LocalIndex node) const;
  std::vector<std::size_t> rowsByTerms() const;
  void requireShort(std::size_t state, std::size_t num_terms) const;
  Kind kindOf(const NodePairs::Row& row) const;
  Kind kindOf(std::size_t state, LocalIndex node) const;
  void planRow(std::size_t number, Kind kind, Planned& planned);
  const double* firstBlock(std::size_t state, LocalIndex node) const;
  void planKnownPairs(const NodePairs::Row& row);
  void addRow(const Row& row, const Cluster& cluster, const int*& term, const Column* columns);
  template <class Blocks>
  void addKnownRow(const Row& row, const Cluster& cluster, const KnownPair*& pair, const int*& term,
                   const Column* columns);
  int blockSize(std::size_t state) const { return block_sizes_[state]; }

  const MappingGraph& graph_;
  std::vector<std::size_t> states_;
  std::vector<int> block_sizes_;  // block size of each state
  NodePairs pairs_;
  std::vector<Cluster> clusters_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;  // columns of T, row by row
  std::vector<int> terms_;       // column of T of each term of each pair of a row
  // pairs of rows of known kind, followed by unused entries
  std::vector<KnownPair> known_pairs_;
  // positions of the blocks of R, by clusters; before findPlaces() the numbers of these blocks
  std::vector<std::size_t> places_;
  std::vector<int> sizes_;  // numbers of values of these blocks
  std::vector<double> r_, t_, c_;
};

}  // namespace tenon::system
