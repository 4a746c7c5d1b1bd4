// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::testing {

/// Returns the text by which SCOPED_TRACE identifies a partition and this rank in failures, such as
/// "partition 2, rank 0 of 3".
/// @param partition  number of the partition, see Objects::all_partitions
inline std::string partitionTrace(const base::Communicator& comm, int partition) {
  return fmt::format("partition {}, rank {} of {}", partition, comm.rank(), comm.size());
}

}  // namespace tenon::testing
