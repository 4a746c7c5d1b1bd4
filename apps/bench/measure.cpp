// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "measure.hpp"

#include <algorithm>
#include <ctime>

#include "base/Runtime.hpp"

namespace tenon::bench {

namespace {

double processorMilliseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

}  // namespace

Duration measure(const base::Communicator& comm, const std::function<void()>& work) {
  comm.barrier();
  const double start = MPI_Wtime(), processor_start = processorMilliseconds();
  work();
  const double wall = (MPI_Wtime() - start) * 1e3, cpu = processorMilliseconds() - processor_start;
  return {comm.max(wall), comm.max(cpu)};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double peakMiB(const base::Communicator& comm) {
  return comm.max(base::peakMemoryMiB());
}

double maxMiB(const base::Communicator& comm, double bytes) {
  return comm.max(bytes) / (1024.0 * 1024.0);
}

}  // namespace tenon::bench
