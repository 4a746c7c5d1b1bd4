// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <mpi.h>

#include <filesystem>
#include <functional>
#include <string>

#include "tenon/base/Error.hpp"

namespace tenon::base {

class Communicator;

/// Failed ranks, as far as this rank, which has failed itself, could determine.
struct Failures {
  bool is_first;      ///< true if this rank is the lowest of the failed ranks of highest priority
  bool on_all_ranks;  ///< true if all ranks have failed and all of them know it
};

/// Notifies the other ranks that this rank has failed and waits up to `seconds` for their
/// notifications.
/// @param comm      communicator in which nothing else uses messages with the tag 32767
/// @param seconds   longest time to wait [s]
/// @param priority  priority of this rank for reporting the failure
/// @note Not collective: the other ranks may be blocked in a call that this rank will never make.
Failures gatherFailures(MPI_Comm comm, double seconds, int priority = 0);

/// Scope in which a part of all ranks executes a run of its own: failures of its ranks are compared
/// with each other, and not with those of other ranks of the program.
class ScopedFailureCommunicator {
 public:
  /// Begins the scope for the ranks of `comm`. @note Collective.
  explicit ScopedFailureCommunicator(const Communicator& comm);
  ~ScopedFailureCommunicator();
  ScopedFailureCommunicator(const ScopedFailureCommunicator&) = delete;
  ScopedFailureCommunicator& operator=(const ScopedFailureCommunicator&) = delete;

 private:
  MPI_Comm previous_;
};

/// Ends the program unless all ranks of it, or of the current ScopedFailureCommunicator, call this
/// function. The lowest rank that does reports
/// `sentence`, and MPI_Abort ends the others with `code`; if all ranks call it, it returns.
///
/// Called after a library has failed in a collective call. A rank without a failure may still wait
/// in this call; otherwise it would wait during stack unwinding, where objects are destroyed
/// collectively.
/// @param before_abort  function that the lowest failed rank calls before it aborts the program
void abortUnlessOnAllRanks(const std::string& sentence, ExitCode code, const std::function<void()>& before_abort = {});

/// Returns "'<path>': <reason>." for a file system error of the standard library.
std::string messageOf(const std::filesystem::filesystem_error& error);

}  // namespace tenon::base
