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
/// A rank owns a contiguous range of block rows, the nodes it owns of the first state, then of the second, and so on;
/// its ghosts likewise. All states have the same block size b; unknown c of block row i is scalar row b i + c.
class CombinedLayout {
 public:
  /// Collective. The states have to outlive this. States of different block sizes: InputError.
  explicit CombinedLayout(std::vector<const State*> states);

  const Layout& layout() const { return *layout_; }
  std::shared_ptr<const Layout> sharedLayout() const { return layout_; }
  const base::Communicator& comm() const { return layout_->comm(); }
  const Halo& halo() const { return halo_; }
  int block() const { return block_; }
  const std::vector<const State*>& states() const { return states_; }

  /// Number of this state among states(); InternalError when it is none of them.
  std::size_t indexOf(const State& state) const;

  /// Local block row of a local node of states()[state], owned or ghost.
  LocalIndex local(std::size_t state, LocalIndex node) const {
    const LocalIndex owned = states_[state]->layout().numOwned();
    return node < owned ? owned_starts_[state] + node : layout_->numOwned() + ghost_starts_[state] + (node - owned);
  }

  /// Global block row of any node of states()[state], by the node's global number in that state's own layout.
  GlobalIndex global(std::size_t state, GlobalIndex node) const;

  /// First local block row of the owned nodes of states()[state].
  LocalIndex firstOwned(std::size_t state) const { return owned_starts_[state]; }

  /// Collective. A vector over all owned unknowns, zero.
  Vector makeVector() const;

  /// Owned parts of one local array per state, [numLocal x b] each, into the vector. Not collective.
  void gather(const std::vector<gsl::span<const double>>& local, Vec vector) const;
  /// The vector into the owned parts of one local array per state. Not collective; ghosts stay as they are.
  void scatter(Vec vector, const std::vector<gsl::span<double>>& local) const;

  /// Collective. The unknowns of one state in the numbering of vectors and matrices, named after it, block size b.
  IndexSet unknownsOf(std::size_t state) const;

 private:
  std::vector<const State*> states_;
  int block_;
  std::vector<LocalIndex> owned_starts_, ghost_starts_;  // [states + 1]
  std::shared_ptr<const Layout> layout_;
  Halo halo_;
};

}  // namespace tenon::la
