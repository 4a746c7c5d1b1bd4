// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <optional>
#include <thread>

#include "RankGroups.hpp"
#include "RunQueue.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Distributes the runs of a study to groups of ranks as they become free. The first rank of each
/// group asks rank 0 for a run; the cost of a run does not depend on the number of ranks. On rank
/// 0, a thread answers while the rank executes runs itself. If MPI does not support several
/// threads, rank 0 only answers.
class RunDistributor {
 public:
  /// Starts to distribute runs.
  /// @param all     all ranks of the study
  /// @param groups  groups of ranks, which must outlive this object
  /// @param queue   runs, on rank 0; nullptr on the other ranks
  /// @note Collective.
  RunDistributor(const base::Communicator& all, const RankGroups& groups, RunQueue* queue);
  /// Stops to answer; requests of other ranks then remain unanswered.
  ~RunDistributor();
  RunDistributor(const RunDistributor&) = delete;
  RunDistributor& operator=(const RunDistributor&) = delete;

  /// Records a finished run and returns the next one on all ranks of a group.
  /// @param finished  run that the group has finished; used on its first rank only
  /// @param ends      true if a signal ends the study, equal on all ranks of the group
  /// @return number of the run; RunQueue::no_run if there is none
  /// @note Collective over the group.
  int next(const std::optional<FinishedRun>& finished, bool ends);
  /// Records a run that only some ranks of a group have left by an error, so that the program will
  /// be aborted. @note Not collective.
  void recordBeforeAbort(const FinishedRun& finished);
  /// Answers the requests of all groups until they have ended. Called on rank 0 after its own runs.
  /// @note Not collective.
  void completeService();

 private:
  int ask(const std::optional<FinishedRun>& finished, bool ends, bool expects_run);
  void serve();
  void serveInThread();
  void answer(int source);

  base::Communicator all_;
  const RankGroups& groups_;
  RunQueue* queue_;
  MPI_Comm channel_ = MPI_COMM_NULL;
  int num_remote_groups_ = 0;  // groups that ask by messages and have not ended; on rank 0
  std::atomic<bool> stops_{false};
  std::thread server_;
};

}  // namespace tenon::simulation
