#pragma once
#include <string>

#include "tenon/base/Communicator.hpp"

namespace tenon::bench {

/// From a Gmsh file to a distributed mesh: reading, METIS, distribution; and METIS_PartMeshDual alone on the same
/// cells, into as many parts as ranks (2 on one rank, where the library has nothing to cut). Each is the median of
/// `reps` runs. Prints one JSON line on the root. Collective.
void measureMesh(const base::Communicator& comm, const std::string& file, int reps);

}  // namespace tenon::bench
