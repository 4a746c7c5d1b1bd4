// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/la/layout/State.hpp"

// Accumulators of mappings: the blocks of J and of its derivative, between the nodes of a child and
// those of its parents.
namespace tenon::mapping {

using base::LocalIndex;

/// Accumulator of J = dx/dq: the derivative of each node of the child with respect to nodes of its
/// parents. The degrees of freedom of frames are displacements of their origins and rotations about
/// the spatial axes.
class Jacobian {
 public:
  /// Block [dofs of a child node x dofs of a parent node] of two nodes, or a number that represents
  /// this multiple of the identity.
  struct Entry {
    LocalIndex child_node;    ///< Owned child node.
    const la::State* parent;  ///< Parent state.
    LocalIndex parent_node;   ///< Parent node, owned or ghost.
    bool is_uniform;          ///< True for a single value times the identity.
    std::size_t first;        ///< Index of the first value of the entry; values are stored row-major.
  };

  /// Adds a block. Blocks of the same two nodes are summed.
  template <class Block>
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node,
           const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &parent, parent_node, false, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }
  /// Adds `weight` times the identity, between nodes with equal numbers of degrees of freedom.
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node, double weight) {
    entries_.push_back({child_node, &parent, parent_node, true, values_.size()});
    values_.push_back(weight);
  }

  /// Returns the entries in the order in which they were added.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the values of an entry in row-major order.
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  /// Returns the block of an entry, [rows x columns] degrees of freedom.
  Eigen::MatrixXd block(const Entry& entry, int rows) const;
  /// Removes all entries.
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// Accumulator of dJ^T/dq f, as blocks between nodes of the parents. Each block belongs to the
/// child node whose force causes it.
class GeometricStiffness {
 public:
  /// Block that couples a child node and a parent node.
  struct Entry {
    LocalIndex child_node;    ///< Owned child node.
    const la::State* row;     ///< State of the row node.
    LocalIndex row_node;      ///< Row node, owned or ghost.
    const la::State* column;  ///< State of the column node.
    LocalIndex column_node;   ///< Column node, owned or ghost.
    std::size_t first;        ///< Index of the first value of the entry; values are stored row-major.
  };

  /// Adds the derivative of the force on `row_node` with respect to `column_node`.
  template <class Block>
  void add(LocalIndex child_node, const la::State& row, LocalIndex row_node, const la::State& column,
           LocalIndex column_node, const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &row, row_node, &column, column_node, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }

  /// Returns the entries in the order in which they were added.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the values of an entry in row-major order, for modification.
  double* valuesOf(const Entry& entry) { return values_.data() + entry.first; }
  /// Returns the values of an entry in row-major order.
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  /// Removes all entries.
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// Replaces the contribution of each child node by its symmetric part without the destabilising
/// contributions, which are the positive eigenvalues of K = df/dq. The entries must be ordered by
/// child nodes, and the blocks of a node must be contiguous for all pairs of parent nodes.
/// @see Tournier et al., Stable constrained dynamics, ACM TOG 34 (2015), sec. 4
void stabilise(GeometricStiffness& K);

}  // namespace tenon::mapping
