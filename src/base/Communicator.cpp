// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Communicator.hpp"

#include <algorithm>

namespace tenon::base {

Communicator::Communicator(MPI_Comm comm) : comm_(comm), rank_(0), size_(1) {
  TENON_MPI(MPI_Comm_rank(comm, &rank_));
  TENON_MPI(MPI_Comm_size(comm, &size_));
}

std::string Communicator::broadcast(std::string text, int root) const {
  auto length = static_cast<long>(text.size());
  TENON_MPI(MPI_Bcast(&length, 1, MPI_LONG, root, comm_));
  text.resize(static_cast<std::size_t>(length));
  TENON_MPI(MPI_Bcast(text.data(), static_cast<int>(length), MPI_CHAR, root, comm_));
  return text;
}

std::vector<std::vector<char>> Communicator::exchangeBytes(const std::vector<gsl::span<const char>>& outgoing) const {
  constexpr long piece = 1L << 30;  // MPI counts are int
  constexpr int tag = 7411;
  const auto ranks = static_cast<std::size_t>(size_);
  ensure(outgoing.size() == ranks, "exchange() needs one array per rank.");

  std::vector<long> send_sizes(ranks), receive_sizes(ranks);
  for (std::size_t r = 0; r < ranks; ++r) send_sizes[r] = static_cast<long>(outgoing[r].size());
  TENON_MPI(MPI_Alltoall(send_sizes.data(), 1, MPI_LONG, receive_sizes.data(), 1, MPI_LONG, comm_));

  std::vector<std::vector<char>> incoming(ranks);
  std::vector<MPI_Request> requests;
  const auto forPieces = [&](long bytes, auto&& action) {
    for (long done = 0; done < bytes; done += piece) action(done, static_cast<int>(std::min(piece, bytes - done)));
  };
  for (std::size_t r = 0; r < ranks; ++r) {
    incoming[r].resize(static_cast<std::size_t>(receive_sizes[r]));
    if (static_cast<int>(r) == rank_) continue;
    forPieces(receive_sizes[r], [&](long at, int count) {
      requests.emplace_back();
      TENON_MPI(MPI_Irecv(incoming[r].data() + at, count, MPI_BYTE, static_cast<int>(r), tag, comm_, &requests.back()));
    });
  }
  for (std::size_t r = 0; r < ranks; ++r) {
    if (static_cast<int>(r) == rank_) continue;
    forPieces(send_sizes[r], [&](long at, int count) {
      requests.emplace_back();
      TENON_MPI(MPI_Isend(outgoing[r].data() + at, count, MPI_BYTE, static_cast<int>(r), tag, comm_, &requests.back()));
    });
  }
  const auto here = static_cast<std::size_t>(rank_);
  std::copy(outgoing[here].begin(), outgoing[here].end(), incoming[here].begin());
  TENON_MPI(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  return incoming;
}

}  // namespace tenon::base
