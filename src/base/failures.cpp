// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "failures.hpp"

#include <fmt/format.h>

#include <chrono>
#include <thread>
#include <vector>

namespace tenon::base {
namespace {

/// Tag of the notifications: the largest tag that every MPI library provides, which is unlikely in
/// the messages of a host program.
constexpr int tag = 32767;

}  // namespace

// Errors of MPI are ignored here: the run ends anyway, with a more useful message.
Failures gatherFailures(MPI_Comm comm, double seconds, int priority) {
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  // Static, because messages to ranks that have not failed are still pending at the end.
  static int sent_priority;
  sent_priority = priority;
  std::vector<MPI_Request> sent(static_cast<std::size_t>(size), MPI_REQUEST_NULL);
  for (int other = 0; other < size; ++other)
    if (other != rank) MPI_Isend(&sent_priority, 1, MPI_INT, other, tag, comm, &sent[static_cast<std::size_t>(other)]);
  int num_failed = 1;
  bool is_first = true;
  const double end = MPI_Wtime() + seconds;
  while (num_failed < size && MPI_Wtime() < end) {
    int arrived = 0, received = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &arrived, &status);
    if (arrived == 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      continue;
    }
    MPI_Recv(&received, 1, MPI_INT, status.MPI_SOURCE, tag, comm, MPI_STATUS_IGNORE);
    ++num_failed;
    if (received > priority || (received == priority && status.MPI_SOURCE < rank)) is_first = false;
  }
  if (num_failed == size) MPI_Waitall(size, sent.data(), MPI_STATUSES_IGNORE);
  return {is_first, num_failed == size};
}

std::string messageOf(const std::filesystem::filesystem_error& error) {
  return fmt::format("'{}': {}.", error.path1().string(), error.code().message());
}

}  // namespace tenon::base
