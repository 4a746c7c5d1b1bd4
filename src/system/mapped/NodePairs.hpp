// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "la/assembly/MatrixAssembly.hpp"

namespace tenon::system {

using base::LocalIndex;

/// Entries of an assembled matrix by pairs of nodes: the nodes and states with which each owned
/// node is coupled. The object refers to the matrix of the assembly, which must outlive it.
class NodePairs {
 public:
  struct Row {
    std::size_t state;  ///< index among the states of the assembly
    LocalIndex node;
    std::size_t begin, end;  ///< range of its pairs
  };
  struct Pair {
    std::size_t state;
    LocalIndex node;
    std::size_t first;  ///< index of its first block
  };

  /// Finds the pairs. @note Not collective.
  explicit NodePairs(const la::MatrixAssembly& assembly);

  /// Returns the rows of nodes that are coupled with any node.
  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<Pair>& pairs() const { return pairs_; }

  /// Copies the block of two nodes, [dofs of the row node x dofs of the column node], in row-major
  /// order.
  void read(const Row& row, const Pair& pair, double* block) const;

  /// Storage of a block between two points in 3D, which remains valid: its values and the distance
  /// of its rows. The values are nullptr for other nodes and for blocks that are not stored.
  struct Stored {
    const double* values;
    std::ptrdiff_t length;
  };
  Stored stored(const Row& row, const Pair& pair) const;

 private:
  /// Position at which a block row and a block column meet, among the columns of this rank or the
  /// others.
  struct StoredPlace {
    std::int64_t at = -1;  // -1: not stored
    bool is_diagonal = true;
  };

  const la::BlockMatrix* matrix_;
  const la::CombinedLayout* layout_;
  std::vector<Row> rows_;
  std::vector<Pair> pairs_;
  std::vector<StoredPlace> places_;  // block rows x block columns of each pair
};

}  // namespace tenon::system
