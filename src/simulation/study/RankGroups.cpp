// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RankGroups.hpp"

#include <fmt/format.h>

#include "base/interface/interfaceNames.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"

namespace tenon::simulation {

bool supportsThreads() {
  int threads = MPI_THREAD_SINGLE;
  TENON_MPI(MPI_Query_thread(&threads));
  return threads == MPI_THREAD_MULTIPLE;
}

RankGroups::RankGroups(const base::Communicator& all, int ranks_per_group) {
  if (ranks_per_group < 1 || ranks_per_group > all.size()) {
    base::InputError error(fmt::format("{} must be at least 1 and at most the number of ranks, {}, but is {}.",
                                       base::nameOfOption("--ranks-per-run"), all.size(), ranks_per_group));
    error.markOnAllRanks();
    throw error;
  }
  num_groups_ = all.size() / ranks_per_group;
  has_dedicated_root_ = !all.all(supportsThreads()) && num_groups_ > 1;
  const int first = has_dedicated_root_ ? 1 : 0;
  num_groups_ = (all.size() - first) / ranks_per_group;
  num_idle_ = all.size() - first - num_groups_ * ranks_per_group;
  const int place = all.rank() - first;
  const bool is_member = place >= 0 && place < num_groups_ * ranks_per_group;
  number_ = is_member ? place / ranks_per_group : 0;
  TENON_MPI(MPI_Comm_split(all.mpi(), is_member ? number_ : MPI_UNDEFINED, all.rank(), &comm_));
  if (is_member) group_.emplace(comm_);
}

RankGroups::~RankGroups() {
  if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

}  // namespace tenon::simulation
