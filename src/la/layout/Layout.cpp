// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/Layout.hpp"

#include <algorithm>
#include <numeric>

#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

std::vector<PetscInt> startsOf(const base::Communicator& comm, LocalIndex num_owned) {
  const std::vector<LocalIndex> counts = comm.gather(num_owned);
  std::vector<PetscInt> starts(counts.size() + 1, 0);
  std::int64_t total = 0;
  for (std::size_t r = 0; r < counts.size(); ++r) {
    total += counts[r];
    starts[r + 1] = base::toPetscInt(total, "nodes");
  }
  return starts;
}

}  // namespace

Layout::Layout(base::Communicator comm, LocalIndex num_owned, std::vector<GlobalIndex> ghosts)
    : comm_(comm), num_owned_(num_owned), starts_(startsOf(comm, num_owned)), ghosts_(std::move(ghosts)) {
  base::toLocalIndex(static_cast<std::int64_t>(num_owned) + static_cast<std::int64_t>(ghosts_.size()), "nodes");
  ghosts_by_global_.resize(ghosts_.size());
  std::iota(ghosts_by_global_.begin(), ghosts_by_global_.end(), 0);
  const auto ghost = [this](LocalIndex g) { return ghosts_[static_cast<std::size_t>(g)]; };
  std::sort(ghosts_by_global_.begin(), ghosts_by_global_.end(),
            [&](LocalIndex a, LocalIndex b) { return ghost(a) < ghost(b); });
  base::runCollectively(comm_, [&] {
    for (std::size_t i = 0; i < ghosts_by_global_.size(); ++i) {
      const GlobalIndex g = ghost(ghosts_by_global_[i]);
      base::ensure(g.value() >= 0 && g.value() < numGlobal(), "A ghost lies outside the layout.");
      base::ensure(!isOwned(g), "A ghost of a layout is owned by this rank.");
      base::ensure(i == 0 || ghost(ghosts_by_global_[i - 1]) < g, "A ghost is listed twice in a layout.");
    }
  });
}

int Layout::ownerOf(GlobalIndex global) const {
  base::ensure(global.value() >= 0 && global.value() < numGlobal(),
               "ownerOf() was called with a number outside the layout.");
  // Ranks without nodes have the same start as the next rank: the last start that is not greater
  // than `global` belongs to the owner.
  const auto after = std::upper_bound(starts_.begin(), starts_.end(), global.value());
  return static_cast<int>(after - starts_.begin()) - 1;
}

LocalIndex Layout::local(GlobalIndex global) const {
  if (isOwned(global)) return static_cast<LocalIndex>(global - firstOwned());
  const auto value = [this](LocalIndex g) { return ghosts_[static_cast<std::size_t>(g)]; };
  const auto found = std::lower_bound(ghosts_by_global_.begin(), ghosts_by_global_.end(), global,
                                      [&](LocalIndex g, GlobalIndex wanted) { return value(g) < wanted; });
  if (found == ghosts_by_global_.end() || value(*found) != global) return -1;
  return num_owned_ + *found;
}

}  // namespace tenon::la
