#pragma once
#include <vector>

#include "tenon/base/Directory.hpp"
#include "tenon/la/Layout.hpp"

namespace tenon::contact {

/// Which rank works on which bodies in a step. States stay with their owners; what a step asks of bodies goes to those
/// who work on them, and what it finds comes back.
class Deal {
 public:
  /// Collective. `bodies`: those that this rank works on, by the numbers that they have where those owned by rank 0 are
  /// counted first, then those of rank 1, and so on; each body on one rank.
  Deal(const base::Communicator& comm, base::LocalIndex num_owned, const std::vector<base::GlobalIndex>& bodies);

  /// Collective. From [owned bodies x width] to [bodies worked on x width].
  template <class T>
  std::vector<T> toWorkers(const std::vector<T>& owned, std::size_t width = 1) const {
    return moved(owned, given_, taken_, num_worked_, width);
  }
  /// Collective. And back.
  template <class T>
  std::vector<T> toOwners(const std::vector<T>& worked, std::size_t width = 1) const {
    return moved(worked, taken_, given_, num_owned_, width);
  }
  /// The ranks that work on the owned bodies.
  const std::vector<int>& workers() const { return workers_; }
  /// Collective. The numbers of bodies where those that rank 0 works on are counted first, and so on.
  std::vector<base::GlobalIndex> numbersOf(const std::vector<base::GlobalIndex>& bodies) const;

 private:
  using Places = std::vector<std::vector<std::size_t>>;  // [ranks]

  template <class T>
  std::vector<T> moved(const std::vector<T>& values, const Places& from, const Places& to, std::size_t count,
                       std::size_t width) const {
    std::vector<std::vector<T>> outgoing(from.size());
    for (std::size_t rank = 0; rank < from.size(); ++rank)
      for (const std::size_t place : from[rank])
        outgoing[rank].insert(outgoing[rank].end(), values.data() + width * place, values.data() + width * (place + 1));
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
  Places given_;  // owned bodies, by the rank that works on them
  Places taken_;  // bodies worked on, by the rank that owns them
  base::Directory<base::GlobalIndex> numbers_;
};

}  // namespace tenon::contact
