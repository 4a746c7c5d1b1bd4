#pragma once
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"

namespace tenon::system {

using base::LocalIndex;

/// The entries of an assembled matrix by pairs of nodes: which nodes of which states each owned node is coupled with.
/// Refers to the assembly's matrix, which has to stay.
class NodePairs {
 public:
  struct Row {
    std::size_t state;  ///< among those of the assembly
    LocalIndex node;
    std::size_t begin, end;  ///< of its pairs
  };
  struct Pair {
    std::size_t state;
    LocalIndex node;
    std::size_t first;  ///< of its blocks
  };

  /// Not collective.
  explicit NodePairs(const la::MatrixAssembly& assembly);

  /// Of nodes that are coupled with any.
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Pair>& pairs() const { return pairs_; }

  /// The block of two nodes, [unknowns of the row's node x of the column's], by rows.
  void read(const Row& row, const Pair& pair, double* block) const;

  /// Where a block of two points in space is stored, which stays: its rows, and how far they are from one another.
  /// nullptr for other nodes, and where nothing is stored.
  struct Stored {
    const double* values;
    std::ptrdiff_t length;
  };
  Stored stored(const Row& row, const Pair& pair) const;

 private:
  /// Where a block row and a block column meet: among the columns this rank owns or the others.
  struct Place {
    std::int64_t at = -1;  // -1: nothing is stored
    bool is_diagonal = true;
  };

  const la::BlockMatrix* matrix_;
  const la::CombinedLayout* layout_;
  std::vector<Row> rows_;
  std::vector<Pair> pairs_;
  std::vector<Place> places_;  // block rows x block columns of each pair
};

}  // namespace tenon::system
