// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Index.hpp"

namespace tenon::la {

using base::GlobalIndex;
using base::LocalIndex;

/// Distribution of the nodes of one object, or of a system of objects, over the ranks.
///
/// Each rank *owns* a contiguous range of *global* numbers. It may also store copies of nodes of
/// other ranks, which are called *ghosts*. In the *local* numbering, the owned nodes, [0,
/// numOwned()), precede the ghosts, [numOwned(), numLocal()).
///
/// A layout is independent of the number of degrees of freedom per node; vectors and matrices
/// multiply node numbers by their block size.
class Layout {
 public:
  /// Creates a layout.
  /// @param comm  communicator of the ranks
  /// @param num_owned  number of nodes that this rank owns
  /// @param ghosts  global numbers of nodes that other ranks own, without repetition
  /// @throws InternalError on all ranks if a ghost lies outside the layout, is owned by this rank
  ///   or occurs twice
  /// @throws InputError if the number of nodes exceeds the range of PetscInt, or if one rank has
  ///   2^31 or more nodes
  /// @note Collective.
  Layout(base::Communicator comm, LocalIndex num_owned, std::vector<GlobalIndex> ghosts);

  /// Communicator of the layout.
  const base::Communicator& comm() const { return comm_; }
  /// Number of owned nodes.
  LocalIndex numOwned() const { return num_owned_; }
  /// Number of ghosts.
  LocalIndex numGhosts() const { return static_cast<LocalIndex>(ghosts_.size()); }
  /// Number of owned nodes and ghosts.
  LocalIndex numLocal() const { return num_owned_ + numGhosts(); }
  /// Number of nodes on all ranks.
  PetscInt numGlobal() const { return starts_.back(); }

  /// First global number of each rank; the last entry, starts()[size], is the number of nodes on
  /// all ranks.
  gsl::span<const PetscInt> starts() const { return starts_; }
  /// Returns the first global number that this rank owns.
  GlobalIndex firstOwned() const { return GlobalIndex(starts_[static_cast<std::size_t>(comm_.rank())]); }
  /// Global numbers of the ghosts.
  gsl::span<const GlobalIndex> ghosts() const { return ghosts_; }

  /// Returns true if this rank owns the given local node.
  bool isOwned(LocalIndex local) const { return local < num_owned_; }
  /// Returns true if this rank owns the node with the given global number.
  bool isOwned(GlobalIndex global) const {
    const auto rank = static_cast<std::size_t>(comm_.rank());
    return starts_[rank] <= global.value() && global.value() < starts_[rank + 1];
  }
  /// Returns the global number of a local node.
  GlobalIndex global(LocalIndex local) const {
    return isOwned(local) ? firstOwned() + local : ghosts_[static_cast<std::size_t>(local - num_owned_)];
  }

  /// Returns the rank that owns the node with the given global number, by a binary search over the
  /// ranks.
  /// @throws InternalError if the number lies outside the layout
  int ownerOf(GlobalIndex global) const;

  /// Returns the local number of the owned or ghost node with the given global number; -1 if the
  /// node is not present on this rank. Ghosts are found by a binary search.
  LocalIndex local(GlobalIndex global) const;

 private:
  base::Communicator comm_;
  LocalIndex num_owned_;
  std::vector<PetscInt> starts_;
  std::vector<GlobalIndex> ghosts_;
  std::vector<LocalIndex> ghosts_by_global_;  // permutation that sorts ghosts_
};

}  // namespace tenon::la
