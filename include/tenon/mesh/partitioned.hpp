#pragma once
#include <string>
#include <vector>

#include "tenon/base/Phases.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/RawMesh.hpp"

// A mesh as HDF5 that every rank reads in parallel: cells sorted by part and along a Morton curve, nodes by owner.
//   /outline             JSON text: groups [[name, dimension]], sets of groups
//   /nodes/{points [n x 3], tags, positions, part_starts [parts + 1]}
//   /cells/<type>/{nodes [c x nodes of a cell] (rows of /nodes), tags, positions, group_set, part_starts}
//   attributes of "/": format, version, dimension, file (it was made from)
namespace tenon::mesh {

/// Writes a mesh cut into parts[c] < num_parts (by partition()) from this rank alone. FileError when it cannot.
void writePartitioned(const RawMesh& mesh, const std::vector<int>& parts, int num_parts, const std::string& path);

/// Reads such a file on all ranks alike, none of which sees more than its share. Collective.
///
/// Each rank takes the same number of parts, or an even share of the cells where there are fewer parts than ranks.
/// InputError when it is no such file; FileError "'box.h5' is damaged: ..." when it contradicts itself: nothing that it
/// says is used before it has been checked. `phases` get its parts: "read", "check" and "distribute".
Mesh readPartitioned(const base::Communicator& comm, const std::string& path, base::Phases* phases = nullptr);

}  // namespace tenon::mesh
