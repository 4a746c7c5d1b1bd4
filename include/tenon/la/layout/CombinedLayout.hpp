// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/handles.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::la {

/// Layout that combines the degrees of freedom of several states. It determines the rows of
/// matrices and the entries of vectors.
///
/// A block row has g degrees of freedom. If all states have the same block size, g is this size;
/// otherwise g is the space dimension, so that matrices have the block size of the meshes
/// regardless of the other states.
///
/// A node with b degrees of freedom has ceil(b / g) consecutive block rows. For example, a frame
/// has two block rows if it is combined with points, both in 3D (b = 6, g = 3) and in 2D (b = 3, g
/// = 2). Scalar rows beyond b, such as the last row of a frame in 2D, are unused; they are zero and
/// constrained.
///
/// Each rank owns a contiguous range of block rows: the rows of its owned nodes of the first state,
/// then those of the second state, and so on. Ghosts are ordered in the same way. Degree of freedom
/// c < b of a node whose first block row is i has the scalar row g i + c.
class CombinedLayout {
 public:
  /// Creates the layout.
  /// @param states  one or more states on the same communicator, all of which must outlive this
  ///   object
  /// @throws InternalError if there is no state
  /// @throws InputError if the number of degrees of freedom exceeds the range of PetscInt, or if
  ///   one rank has 2^31 or more block rows
  /// @note Collective.
  explicit CombinedLayout(std::vector<const State*> states);

  /// Distribution of the block rows over the ranks.
  const Layout& layout() const { return *layout_; }
  /// Returns a shared pointer to the distribution of the block rows over the ranks.
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  /// Communicator of the layout.
  const base::Communicator& comm() const { return layout_->comm(); }
  /// Halo exchange for the values of ghost block rows.
  const Halo& halo() const { return halo_; }
  /// Number g of degrees of freedom per block row.
  int block() const { return block_; }
  /// Number of block rows per node of states()[state].
  int rowsPerNode(std::size_t state) const { return rows_per_node_[state]; }
  /// Number of scalar rows per node of states()[state]; the first b of them are degrees of freedom.
  int scalarRowsPerNode(std::size_t state) const { return rows_per_node_[state] * block_; }
  /// True if nodes of states()[state] have unused scalar rows.
  bool hasUnusedRows(std::size_t state) const { return scalarRowsPerNode(state) != states_[state]->block(); }
  /// States of the layout, in the order of their block rows.
  const std::vector<const State*>& states() const { return states_; }

  /// Returns the index of a state in states().
  /// @throws InternalError if the layout does not contain the state
  std::size_t indexOf(const State& state) const;

  /// Returns the first local block row of a local node of states()[state], owned or ghost.
  LocalIndex local(std::size_t state, LocalIndex node) const { return localRow(state, node * rows_per_node_[state]); }
  /// Returns the local number that block row r of states()[state] has in this layout. Block rows of
  /// a state are numbered node by node: r = node * rowsPerNode() + k.
  LocalIndex localRow(std::size_t state, LocalIndex r) const {
    const LocalIndex owned = numOwnedRows(state);
    return r < owned ? owned_starts_[state] + r : layout_->numOwned() + ghost_starts_[state] + (r - owned);
  }

  /// Returns the first global block row of a node of states()[state].
  /// @param state  index of the state in states()
  /// @param node  global number of the node in the layout of the state
  /// @throws InternalError if the node lies outside the layout of the state
  GlobalIndex global(std::size_t state, GlobalIndex node) const;

  /// First local block row of the owned nodes of states()[state].
  LocalIndex firstOwned(std::size_t state) const { return owned_starts_[state]; }
  /// Number of block rows of the owned nodes of states()[state].
  LocalIndex numOwnedRows(std::size_t state) const { return owned_starts_[state + 1] - owned_starts_[state]; }

  /// Returns a zero vector of this layout. @note Collective.
  Vector makeVector() const;

  /// Copies the owned degrees of freedom of one state into an array of the scalar rows of this
  /// state. Unused rows are not changed.
  /// @param state  index of the state in states()
  /// @param dofs   [numOwned x b] owned degrees of freedom
  /// @param rows   [numOwned x scalarRowsPerNode()] receives the rows
  void toRows(std::size_t state, const double* dofs, double* rows) const;
  /// Copies an array of the scalar rows of one state into the owned degrees of freedom of this
  /// state. @see toRows()
  void fromRows(std::size_t state, const double* rows, double* dofs) const;

  /// Copies the owned parts of local arrays into a vector. Unused rows are set to zero.
  /// @param local   one array per state, [numLocal x b] with the block size b of the state
  /// @param vector  vector of the layout, as created by makeVector()
  /// @note Not collective.
  void gather(const std::vector<gsl::span<const double>>& local, Vec vector) const;
  /// Copies a vector into the owned parts of local arrays, one per state. Ghosts are not updated.
  /// @param vector  vector of the layout
  /// @param local   one array per state, [numLocal x b] with the block size b of the state
  /// @note Not collective.
  void scatter(Vec vector, const std::vector<gsl::span<double>>& local) const;

  /// Returns the index set of the degrees of freedom of one state, excluding unused rows, in the
  /// numbering of vectors and matrices. It has the name and the block size b of the state.
  /// @note Collective.
  IndexSet dofIndexSet(std::size_t state) const;

 private:
  std::vector<const State*> states_;
  int block_;
  std::vector<int> rows_per_node_;                       // [states] block rows of a node
  std::vector<LocalIndex> owned_starts_, ghost_starts_;  // [states + 1] first block row of each state
  std::shared_ptr<const Layout> layout_;
  Halo halo_;
};

/// Named range [first, first + count) of rows of this rank: the block rows of an object, or the
/// multipliers of a constraint. All ranks have the same names in the same order.
struct NamedRows {
  /// Name of the object or constraint.
  std::string name;
  LocalIndex first,       ///< first row on this rank
      count;              ///< number of rows on this rank
  int rows_per_node = 1;  ///< number of block rows per node
};

}  // namespace tenon::la
