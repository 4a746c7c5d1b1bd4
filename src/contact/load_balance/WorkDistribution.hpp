// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "base/Directory.hpp"
#include "tenon/la/layout/Layout.hpp"

namespace tenon::contact {

/// Distribution of the work on bodies over the ranks in a step. States stay with the owners of the
/// bodies. The data of a step are sent to the ranks that work on the bodies (workers), and the
/// results are returned.
class WorkDistribution {
 public:
  /// Creates a distribution.
  /// @param comm       communicator
  /// @param num_owned  number of bodies that this rank owns
  /// @param bodies     bodies on which this rank works, each on one rank; in the numbering of the
  ///   bodies, the owned bodies of rank 0 come first, then those of rank 1, and so on
  /// @note Collective.
  WorkDistribution(const base::Communicator& comm, base::LocalIndex num_owned,
                   const std::vector<base::GlobalIndex>& bodies);

  /// Sends values from [owned bodies x width] to [bodies worked on x width]. @note Collective.
  template <class T>
  std::vector<T> toWorkers(const std::vector<T>& owned, std::size_t width = 1) const {
    return exchanged(owned, sent_, received_, num_worked_, width);
  }
  /// Sends values from [bodies worked on x width] to [owned bodies x width]. @note Collective.
  template <class T>
  std::vector<T> toOwners(const std::vector<T>& worked, std::size_t width = 1) const {
    return exchanged(worked, received_, sent_, num_owned_, width);
  }
  /// Returns the ranks that work on the owned bodies.
  const std::vector<int>& workers() const { return workers_; }
  /// Returns the numbers of bodies in the numbering of the workers, which counts the bodies of the
  /// worker rank 0 first, and so on.
  /// @note Collective.
  std::vector<base::GlobalIndex> numbersOf(const std::vector<base::GlobalIndex>& bodies) const;

 private:
  using IndexLists = std::vector<std::vector<std::size_t>>;  // [ranks]

  template <class T>
  std::vector<T> exchanged(const std::vector<T>& values, const IndexLists& from, const IndexLists& to,
                           std::size_t count, std::size_t width) const {
    std::vector<std::vector<T>> outgoing(from.size());
    for (std::size_t rank = 0; rank < from.size(); ++rank)
      for (const std::size_t position : from[rank])
        outgoing[rank].insert(outgoing[rank].end(), values.data() + width * position,
                              values.data() + width * (position + 1));
    std::vector<T> arrived(width * count);
    const auto incoming = comm_.exchange(outgoing);
    for (std::size_t rank = 0; rank < to.size(); ++rank)
      for (std::size_t k = 0; k < to[rank].size(); ++k)
        std::copy_n(incoming[rank].data() + width * k, width, arrived.data() + width * to[rank][k]);
    return arrived;
  }

  base::Communicator comm_;
  std::size_t num_owned_, num_worked_;
  std::vector<int> workers_;
  IndexLists sent_;      // owned bodies by the rank that works on them
  IndexLists received_;  // bodies worked on by the rank that owns them
  base::Directory<base::GlobalIndex> numbers_;
};

}  // namespace tenon::contact
