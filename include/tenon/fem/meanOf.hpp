#pragma once
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/algebra.hpp"

namespace tenon::fem {

/// Mean of places of all ranks, (0, 0, 0) where there are none. Summed from the lowest corner of the box around them,
/// so that it has the digits of their extent wherever they are. Collective.
base::Vec3 meanOf(const base::Communicator& comm, const std::vector<base::Vec3>& places);

}  // namespace tenon::fem
