#pragma once
#include <functional>
#include <vector>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// Milliseconds that `work` takes on the slowest rank, all ranks having started together. Collective.
double milliseconds(const base::Communicator& comm, const std::function<void()>& work);

/// The middle value; of an even number the upper of the two. `values` must not be empty.
double median(std::vector<double> values);

/// Most resident memory any rank has had since its start, in MiB. Collective.
double peakMiB(const base::Communicator& comm);

/// A number of bytes in MiB, of the rank with most. Collective.
double mostMiB(const base::Communicator& comm, double bytes);

}  // namespace tenon::bench
