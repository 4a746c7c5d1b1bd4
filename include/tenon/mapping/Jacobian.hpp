#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/la/State.hpp"

// What mappings write: the blocks of J and of its derivative, between a child's nodes and those of its parents.
namespace tenon::mapping {

using base::LocalIndex;

/// J = dx/dq under assembly: how each node of the child moves with nodes of its parents. Motions of frames are those of
/// their origins and angular ones, along the axes of space.
class Jacobian {
 public:
  /// The block [unknowns of a child node x unknowns of a parent's node] of two nodes, or a number that stands for so
  /// many times the unit block.
  struct Entry {
    LocalIndex child_node;  ///< owned here
    const la::State* parent;
    LocalIndex parent_node;  ///< owned or ghost
    bool is_uniform;         ///< one value, times 1
    std::size_t first;       ///< of its values, by rows
  };

  /// Blocks of the same two nodes are summed.
  template <class Block>
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node,
           const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &parent, parent_node, false, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }
  /// `weight` times the unit block, between nodes of as many unknowns.
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node, double weight) {
    entries_.push_back({child_node, &parent, parent_node, true, values_.size()});
    values_.push_back(weight);
  }

  const std::vector<Entry>& entries() const { return entries_; }
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  /// The entry's block, [rows x columns] unknowns.
  Eigen::MatrixXd block(const Entry& entry, int rows) const;
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// dJ^T/dq f under assembly, as blocks between nodes of the parents. Each belongs to the child node whose force brings
/// it.
class GeometricStiffness {
 public:
  struct Entry {
    LocalIndex child_node;  ///< owned here
    const la::State* row;
    LocalIndex row_node;  ///< owned or ghost
    const la::State* column;
    LocalIndex column_node;
    std::size_t first;  ///< of its values, by rows
  };

  /// The derivative of the force on `row_node` by the motion of `column_node`.
  template <class Block>
  void add(LocalIndex child_node, const la::State& row, LocalIndex row_node, const la::State& column,
           LocalIndex column_node, const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &row, row_node, &column, column_node, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }

  const std::vector<Entry>& entries() const { return entries_; }
  double* valuesOf(const Entry& entry) { return values_.data() + entry.first; }
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// Makes what each child node brings symmetric and removes what would weaken the system: of K = df/dq, its positive
/// eigenvalues. The child's nodes come one after the other; each node's blocks together, for all pairs of the parents'
/// nodes. Source: Tournier et al., Stable constrained dynamics, ACM TOG 34 (2015), sec. 4.
void stabilise(GeometricStiffness& K);

}  // namespace tenon::mapping
