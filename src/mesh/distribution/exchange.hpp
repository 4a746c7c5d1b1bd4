// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <type_traits>
#include <vector>

#include "tenon/base/Communicator.hpp"

// Exchange of large flat arrays without the copies that nested arrays would require.
namespace tenon::mesh {

/// Entries for or from every rank in one array: the entries of rank r are [starts[r], starts[r +
/// 1]).
template <class T>
struct ByRank {
  std::vector<T> entries;
  std::vector<std::size_t> starts;

  std::size_t count(std::size_t rank) const { return starts[rank + 1] - starts[rank]; }
};

inline std::vector<std::size_t> startsOfCounts(const std::vector<std::size_t>& counts) {
  std::vector<std::size_t> starts(counts.size() + 1, 0);
  for (std::size_t r = 0; r < counts.size(); ++r) starts[r + 1] = starts[r] + counts[r];
  return starts;
}

/// Messages in flight. Data beyond 1 GiB are sent in pieces, because MPI counts are int.
class Messages {
 public:
  explicit Messages(const base::Communicator& comm) : comm_(comm) {}

  void send(const void* data, std::size_t bytes, int rank) {
    forPieces(bytes, [&](std::size_t at, int count) {
      TENON_MPI(MPI_Isend(static_cast<const char*>(data) + at, count, MPI_BYTE, rank, tag, comm_.mpi(), next()));
    });
  }
  void receive(void* data, std::size_t bytes, int rank) {
    forPieces(bytes, [&](std::size_t at, int count) {
      TENON_MPI(MPI_Irecv(static_cast<char*>(data) + at, count, MPI_BYTE, rank, tag, comm_.mpi(), next()));
    });
  }
  void wait() {
    TENON_MPI(MPI_Waitall(static_cast<int>(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE));
    requests_.clear();
  }

 private:
  static constexpr int tag = 7433;

  MPI_Request* next() { return &requests_.emplace_back(); }
  template <class Action>
  static void forPieces(std::size_t bytes, Action&& action) {
    constexpr std::size_t piece = std::size_t{1} << 30;
    for (std::size_t at = 0; at < bytes; at += piece) action(at, static_cast<int>(std::min(piece, bytes - at)));
  }

  base::Communicator comm_;
  std::vector<MPI_Request> requests_;
};

/// Sends outgoing's entries of rank r to rank r. `received_starts`: result of receivedStarts().
/// @note Collective.
template <class T>
ByRank<T> exchange(const base::Communicator& comm, const ByRank<T>& outgoing,
                   std::vector<std::size_t> received_starts) {
  static_assert(std::is_trivially_copyable_v<T>);
  ByRank<T> incoming{{}, std::move(received_starts)};
  incoming.entries.resize(incoming.starts.back());
  Messages messages(comm);
  const auto here = static_cast<std::size_t>(comm.rank());
  for (std::size_t r = 0; r + 1 < incoming.starts.size(); ++r)
    if (r != here)
      messages.receive(incoming.entries.data() + incoming.starts[r], incoming.count(r) * sizeof(T),
                       static_cast<int>(r));
  for (std::size_t r = 0; r + 1 < outgoing.starts.size(); ++r)
    if (r != here)
      messages.send(outgoing.entries.data() + outgoing.starts[r], outgoing.count(r) * sizeof(T), static_cast<int>(r));
  std::copy_n(outgoing.entries.data() + outgoing.starts[here], outgoing.count(here),
              incoming.entries.data() + incoming.starts[here]);
  messages.wait();
  return incoming;
}

/// Returns the offsets of each rank's entries in an array received from all ranks.
/// @note Collective.
inline std::vector<std::size_t> receivedStarts(const base::Communicator& comm,
                                               const std::vector<std::size_t>& sent_starts) {
  const std::size_t ranks = sent_starts.size() - 1;
  std::vector<std::size_t> sent(ranks), received(ranks);
  for (std::size_t r = 0; r < ranks; ++r) sent[r] = sent_starts[r + 1] - sent_starts[r];
  static_assert(sizeof(std::size_t) == sizeof(unsigned long));
  TENON_MPI(MPI_Alltoall(sent.data(), 1, MPI_UNSIGNED_LONG, received.data(), 1, MPI_UNSIGNED_LONG, comm.mpi()));
  return startsOfCounts(received);
}

template <class T>
ByRank<T> exchange(const base::Communicator& comm, const ByRank<T>& outgoing) {
  return exchange(comm, outgoing, receivedStarts(comm, outgoing.starts));
}

/// Sends the root's rows [starts[r], starts[r + 1]) to rank r, with `columns` entries per row.
/// @note Collective.
template <class T>
std::vector<T> scatterRows(const base::Communicator& comm, std::vector<T> rows_on_root,
                           const std::vector<std::int64_t>& starts, int columns = 1) {
  if (comm.size() == 1) return rows_on_root;
  const auto entry = [&](std::size_t rank) {
    return static_cast<std::size_t>(starts[rank]) * static_cast<std::size_t>(columns);
  };
  const auto here = static_cast<std::size_t>(comm.rank());
  std::vector<T> mine(entry(here + 1) - entry(here));
  Messages messages(comm);
  if (comm.isRoot()) {
    for (std::size_t r = 1; r + 1 < starts.size(); ++r)
      messages.send(rows_on_root.data() + entry(r), (entry(r + 1) - entry(r)) * sizeof(T), static_cast<int>(r));
    std::copy_n(rows_on_root.data(), mine.size(), mine.data());
  } else {
    messages.receive(mine.data(), mine.size() * sizeof(T), 0);
  }
  messages.wait();
  return mine;
}

/// Returns the bounds of `ranks` equal contiguous shares of `count` items.
inline std::vector<std::int64_t> equalShares(std::int64_t count, int ranks) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>(ranks) + 1);
  for (int r = 0; r <= ranks; ++r)
    starts[static_cast<std::size_t>(r)] = count / ranks * r + std::min<std::int64_t>(count % ranks, r);
  return starts;
}

}  // namespace tenon::mesh
