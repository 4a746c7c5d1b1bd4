#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/State.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// The unknowns of several states as one layout: rows of a matrix, entries of a vector.
///
/// A block row has g unknowns: those of a node where all states are alike, else as many as space has dimensions, so
/// that matrices have the blocks of the meshes whatever is beside them. A node of b unknowns has ceil(b / g) block rows
/// that follow one another: two are a frame of 6 beside points of 3, and a frame of 3 beside points of 2, whose last
/// unknown is not used: it is 0, and held. A rank owns a contiguous range of block rows, those of the nodes it owns of
/// the first state, then of the second, and so on; its ghosts likewise. Unknown c < b of a node whose first block row
/// is i is scalar row g i + c.
class CombinedLayout {
 public:
  /// Collective. The states have to outlive this.
  explicit CombinedLayout(std::vector<const State*> states);

  const Layout& layout() const { return *layout_; }
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  const base::Communicator& comm() const { return layout_->comm(); }
  const Halo& halo() const { return halo_; }
  /// Unknowns of a block row, g.
  int block() const { return block_; }
  /// Block rows of a node of states()[state].
  int rowsPerNode(std::size_t state) const { return rows_per_node_[state]; }
  /// Scalar rows of a node of states()[state], of which the first b are its unknowns.
  int width(std::size_t state) const { return rows_per_node_[state] * block_; }
  bool hasUnused(std::size_t state) const { return width(state) != states_[state]->block(); }
  const std::vector<const State*>& states() const { return states_; }

  /// Number of this state among states(); InternalError when it is none of them.
  std::size_t indexOf(const State& state) const;

  /// First local block row of a local node of states()[state], owned or ghost.
  LocalIndex local(std::size_t state, LocalIndex node) const { return localRow(state, node * rows_per_node_[state]); }
  /// Local block row of the r-th block row of states()[state], counted node by node: r = node * rowsPerNode() + k.
  LocalIndex localRow(std::size_t state, LocalIndex r) const {
    const LocalIndex owned = numOwnedRows(state);
    return r < owned ? owned_starts_[state] + r : layout_->numOwned() + ghost_starts_[state] + (r - owned);
  }

  /// First global block row of any node of states()[state], by the node's global number in that state's own layout.
  GlobalIndex global(std::size_t state, GlobalIndex node) const;

  /// First local block row of the owned nodes of states()[state], and how many block rows these have.
  LocalIndex firstOwned(std::size_t state) const { return owned_starts_[state]; }
  LocalIndex numOwnedRows(std::size_t state) const { return owned_starts_[state + 1] - owned_starts_[state]; }

  /// Collective. A vector over all owned unknowns, zero.
  Vector makeVector() const;

  /// The owned unknowns of one state, [numOwned x b], into its rows, [numOwned x width], whose unused ones stay as they
  /// are; and out of them.
  void toRows(std::size_t state, const double* unknowns, double* rows) const;
  void fromRows(std::size_t state, const double* rows, double* unknowns) const;

  /// Owned parts of one local array per state, [numLocal x b] with the state's b, into the vector. Not collective.
  void gather(const std::vector<gsl::span<const double>>& local, Vec vector) const;
  /// The vector into the owned parts of one local array per state. Not collective; ghosts stay as they are.
  void scatter(Vec vector, const std::vector<gsl::span<double>>& local) const;

  /// Collective. The unknowns of one state in the numbering of vectors and matrices, without unused ones, named after
  /// it, of the state's own block size b.
  IndexSet unknownsOf(std::size_t state) const;

 private:
  std::vector<const State*> states_;
  int block_;
  std::vector<int> rows_per_node_;                       // [states]
  std::vector<LocalIndex> owned_starts_, ghost_starts_;  // [states + 1], block rows
  std::shared_ptr<const Layout> layout_;
  Halo halo_;
};

}  // namespace tenon::la
