// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/la/layout/State.hpp"

// Accumulators to which mappings add the blocks of the Jacobian J and of the geometric stiffness
// dJ^T/dq f.
namespace tenon::mapping {

using base::LocalIndex;

/// Accumulator for the Jacobian J = dx/dq, the derivatives of child nodes with respect to parent
/// nodes. The degrees of freedom of a frame are the displacement of its origin and rotations about
/// the spatial axes.
class Jacobian {
 public:
  /// Block of J that couples a child node and a parent node. It has one row per degree of freedom
  /// of the child node and one column per degree of freedom of the parent node. A multiple of the
  /// identity is stored as a single number.
  struct Entry {
    LocalIndex child_node;    ///< Owned child node.
    const la::State* parent;  ///< Parent state.
    LocalIndex parent_node;   ///< Parent node, owned or ghost.
    bool is_uniform;          ///< True if the block is a single value times the identity.
    std::size_t first;        ///< Index of the first value of the entry; values are stored row-major.
  };

  /// Adds a block. Blocks that couple the same two nodes are summed.
  template <class Block>
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node,
           const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &parent, parent_node, false, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }
  /// Adds a block that is `weight` times the identity. Both nodes must have the same number of
  /// degrees of freedom.
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node, double weight) {
    entries_.push_back({child_node, &parent, parent_node, true, values_.size()});
    values_.push_back(weight);
  }

  /// Returns the entries in the order in which they were added.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the values of an entry in row-major order.
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  /// Returns the block of an entry as a dense matrix.
  /// @param entry  one of entries()
  /// @param rows   number of degrees of freedom of a child node
  Eigen::MatrixXd block(const Entry& entry, int rows) const;
  /// Removes all entries.
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// Accumulator for the geometric stiffness dJ^T/dq f, in blocks that couple two parent nodes. Each
/// block belongs to the child node whose force causes it.
class GeometricStiffness {
 public:
  /// Block that couples two parent nodes.
  struct Entry {
    LocalIndex child_node;    ///< Owned child node whose force causes the block.
    const la::State* row;     ///< State of the row node.
    LocalIndex row_node;      ///< Row node, owned or ghost.
    const la::State* column;  ///< State of the column node.
    LocalIndex column_node;   ///< Column node, owned or ghost.
    std::size_t first;        ///< Index of the first value of the entry; values are stored row-major.
  };

  /// Adds the derivative of the force on `row_node` with respect to the degrees of freedom of
  /// `column_node`.
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

/// Replaces the contribution of each child node by its symmetric part and sets the positive
/// eigenvalues of this part to zero. Positive eigenvalues are destabilising, because K = df/dq. The
/// entries of each child node must be contiguous.
/// @see Tournier et al., Stable constrained dynamics, ACM TOG 34 (2015), sec. 4
void stabilise(GeometricStiffness& K);

}  // namespace tenon::mapping
