#include "measure.hpp"

#include <algorithm>

#include "tenon/base/Runtime.hpp"

namespace tenon::bench {

double milliseconds(const base::Communicator& comm, const std::function<void()>& work) {
  comm.barrier();
  const double start = MPI_Wtime();
  work();
  return comm.max(MPI_Wtime() - start) * 1e3;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double peakMiB(const base::Communicator& comm) {
  return comm.max(base::peakMemoryMiB());
}

double mostMiB(const base::Communicator& comm, double bytes) {
  return comm.max(bytes) / (1024.0 * 1024.0);
}

}  // namespace tenon::bench
