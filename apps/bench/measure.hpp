#pragma once
#include <functional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// How long something took on the slowest rank, in milliseconds: by the clock, and in processor time, which on a
/// machine that does other things too is the steadier one.
struct Duration {
  double wall = 0.0, cpu = 0.0;
};

/// Runs `work` on all ranks, which start together. Collective.
Duration measure(const base::Communicator& comm, const std::function<void()>& work);

/// The same by the clock alone.
inline double milliseconds(const base::Communicator& comm, const std::function<void()>& work) {
  return measure(comm, work).wall;
}

/// The middle value; of an even number the upper of the two. `values` must not be empty.
double median(std::vector<double> values);

/// Most resident memory any rank has had since its start, in MiB. Collective.
double peakMiB(const base::Communicator& comm);

/// A number of bytes in MiB, of the rank with most. Collective.
double mostMiB(const base::Communicator& comm, double bytes);

}  // namespace tenon::bench
