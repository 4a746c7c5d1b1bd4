// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Duration on the slowest rank in milliseconds: wall-clock time and processor time. Processor time
/// varies less on a machine with other load.
struct Duration {
  double wall = 0.0, cpu = 0.0;
};

/// Runs `work` on all ranks after a barrier and returns its duration. @note Collective.
Duration measure(const base::Communicator& comm, const std::function<void()>& work);

/// Runs `work` on all ranks and returns its wall-clock time in milliseconds. @note Collective.
inline double milliseconds(const base::Communicator& comm, const std::function<void()>& work) {
  return measure(comm, work).wall;
}

/// Returns the median; the upper of the two middle values of an even number. `values` must not be
/// empty.
double median(std::vector<double> values);

/// Returns the peak resident memory of any rank since its start, in MiB. @note Collective.
double peakMiB(const base::Communicator& comm);

/// Returns the maximum of a number of bytes over the ranks, in MiB. @note Collective.
double maxMiB(const base::Communicator& comm, double bytes);

}  // namespace tenon::bench
