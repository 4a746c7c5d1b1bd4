#pragma once
#include <tuple>
#include <vector>

#include "CarriedBlocks.hpp"
#include "NodePairs.hpp"
#include "TotalJacobian.hpp"

namespace tenon::system {

/// Calls visit(independent state, node, whether a number stands for the block, values) for each block of J in the row
/// of a node; a node of an independent state follows itself.
template <class Visit>
void forEachTerm(const MappingGraph& graph, std::size_t state, LocalIndex node, Visit&& visit) {
  static constexpr double one = 1.0;
  if (state < graph.numIndependent()) return visit(state, node, true, &one);
  const TotalJacobian& J = graph.total(state);
  for (const auto* term = J.begin(node); term != J.end(node); ++term)
    visit(static_cast<std::size_t>(term->state), term->node, term->is_uniform, J.valuesOf(*term));
}

/// T [rows x columns] += C [rows x inner] J [inner x columns]
void addTimes(const double* C, int rows, int inner, const double* J, bool uniform, int columns, double* T);
/// R [rows x columns] += J^T [rows x inner] T [inner x columns]
void addTransposed(const double* J, bool uniform, int rows, int inner, const double* T, int columns, double* R);

/// J^T C J for an assembled matrix C between nodes of any states, row by row of C,
///   T_ib = sum_j C_ij J_jb,   R_ab += J_ia^T T_ib,
/// by places found once. Rows of nodes that follow the same nodes, such as all points of one cell, are summed before
/// they go to the blocks of the product.
class RowProducts {
 public:
  /// Asks `blocks` for those of the product. `states`: those of the assembly, by their numbers in the graph. Graph and
  /// assembly have to stay. InputError where a node follows so many that they cannot all be coupled with each other.
  RowProducts(const MappingGraph& graph, std::vector<std::size_t> states, const la::MatrixAssembly& assembly,
              CarriedBlocks& blocks);

  /// After blocks.share(): where the values of the blocks lie.
  void findPlaces(const CarriedBlocks& blocks);
  /// Adds the product at the present values of C and J.
  void addTo(std::vector<double>& values);

 private:
  /// What the blocks of J are throughout a row, between points in space: numbers, 3 x 6 (points on frames), or
  /// anything.
  enum class Kind { numbers, frames, any };
  /// Rows of C whose nodes follow the same nodes a, and the nodes b that their products reach: R [a][b].
  struct Cluster {
    std::size_t rows_end;                // in rows_
    std::size_t num_terms, num_columns;  // a, b
    int height, width;                   // unknowns of all a, of all b
    Kind kind;
  };
  struct Row {
    std::size_t number;       // among the rows of pairs_
    std::size_t num_columns;  // of T
    int width;                // of T, in unknowns
    const double* J;          // J_i, where the kind is known
  };
  /// A column of T: where it begins there and among those of the cluster, in unknowns.
  struct Column {
    int block, start, of_cluster;
  };
  /// A pair of a row of known kind: where C_ij is stored, and the blocks J_j, one after the other.
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
  std::vector<int> block_sizes_;  // of all states
  NodePairs pairs_;
  std::vector<Cluster> clusters_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;         // of T, by rows
  std::vector<int> terms_;              // column of T of each term of each pair of a row
  std::vector<KnownPair> known_pairs_;  // of rows of known kind; then some that nobody multiplies
  std::vector<std::size_t> places_;     // of R's blocks, by clusters; before findPlaces() their numbers
  std::vector<int> sizes_;              // likewise, of their values
  std::vector<double> r_, t_, c_;
};

}  // namespace tenon::system
