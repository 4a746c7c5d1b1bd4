#pragma once
#include <gsl/span>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/Index.hpp"

namespace tenon::la {

using base::GlobalIndex;
using base::LocalIndex;

/// How the nodes of one object (or of one system of objects) are spread over the ranks.
///
/// Each rank *owns* a contiguous range of *global* numbers and may know some nodes of other ranks as *ghosts*.
/// *Local* numbers count first the owned nodes, [0, numOwned()), then the ghosts, [numOwned(), numLocal()).
/// A layout knows nothing of unknowns per node; vectors and matrices multiply by their block size.
class Layout {
 public:
  /// Collective. `ghosts`: global numbers owned by other ranks, each once.
  Layout(base::Communicator comm, LocalIndex num_owned, std::vector<GlobalIndex> ghosts);

  const base::Communicator& comm() const { return comm_; }
  LocalIndex numOwned() const { return num_owned_; }
  LocalIndex numGhosts() const { return static_cast<LocalIndex>(ghosts_.size()); }
  LocalIndex numLocal() const { return num_owned_ + numGhosts(); }
  PetscInt numGlobal() const { return starts_.back(); }

  /// First global number that rank `rank` owns; starts()[size] is the total.
  gsl::span<const PetscInt> starts() const { return starts_; }
  GlobalIndex firstOwned() const { return GlobalIndex(starts_[static_cast<std::size_t>(comm_.rank())]); }
  gsl::span<const GlobalIndex> ghosts() const { return ghosts_; }

  bool isOwned(LocalIndex local) const { return local < num_owned_; }
  bool isOwned(GlobalIndex global) const {
    const auto rank = static_cast<std::size_t>(comm_.rank());
    return starts_[rank] <= global.value() && global.value() < starts_[rank + 1];
  }
  GlobalIndex global(LocalIndex local) const {
    return isOwned(local) ? firstOwned() + local : ghosts_[static_cast<std::size_t>(local - num_owned_)];
  }

  /// Rank that owns a global number (binary search over the ranks).
  int ownerOf(GlobalIndex global) const;

  /// Local number of an owned or ghost node; -1 where this rank does not know it. Ghosts are found by binary search.
  LocalIndex local(GlobalIndex global) const;

 private:
  base::Communicator comm_;
  LocalIndex num_owned_;
  std::vector<PetscInt> starts_;
  std::vector<GlobalIndex> ghosts_;
  std::vector<LocalIndex> ghosts_by_global_;  // permutation that sorts ghosts_
};

}  // namespace tenon::la
