#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// From a Gmsh file to a distributed mesh: reading, METIS, distribution; and METIS_PartMeshDual alone on the same
/// cells, into as many parts as ranks (2 on one rank, where the library has nothing to cut). Each is the median of
/// `reps` runs. Or from a partitioned file (.h5): reading, checks of what was read and distribution, and as ratio
/// reading with its checks beside reading alone. Prints one JSON line on the root. Collective.
void measureMesh(const base::Communicator& comm, const std::string& file, int reps);

}  // namespace tenon::bench
