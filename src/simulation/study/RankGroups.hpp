// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Returns true if several threads of this rank may call MPI. @note Not collective.
bool supportsThreads();

/// Groups of ranks that execute runs side by side. If MPI does not support several threads, rank 0
/// distributes the runs and belongs to no group, unless there is only one group.
class RankGroups {
 public:
  /// Splits a communicator into groups of consecutive ranks. Remaining ranks belong to no group.
  /// @throws InputError if there are fewer ranks than a group needs
  /// @note Collective.
  RankGroups(const base::Communicator& all, int ranks_per_group);
  ~RankGroups();
  RankGroups(const RankGroups&) = delete;
  RankGroups& operator=(const RankGroups&) = delete;

  /// Number of groups.
  int size() const { return num_groups_; }
  /// Communicator of the group of this rank; none if it belongs to no group.
  const std::optional<base::Communicator>& mine() const { return group_; }
  /// True on the ranks of the first group.
  bool isFirst() const { return group_ && number_ == 0; }
  /// True if rank 0 distributes the runs and belongs to no group.
  bool hasDedicatedRoot() const { return has_dedicated_root_; }
  /// Number of ranks that belong to no group and do not distribute runs.
  int numIdle() const { return num_idle_; }

 private:
  int num_groups_ = 1, number_ = 0, num_idle_ = 0;
  bool has_dedicated_root_ = false;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::optional<base::Communicator> group_;
};

}  // namespace tenon::simulation
