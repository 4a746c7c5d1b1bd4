#pragma once
#include <vector>

#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// Deals the root's mesh out: cell of highest dimension number c to rank parts[c], with its ghosts. Collective; the
/// arguments of the other ranks are not looked at.
///
/// The root sends each rank an equal share at once and forgets the mesh; the rest is done by all ranks alike.
/// A node belongs to the rank that owns most of its cells of highest dimension (the lowest of equals), a cell of lower
/// dimension to the owner of its first node. Owned nodes and cells follow a Morton curve through the mesh.
Mesh distribute(const base::Communicator& comm, RawMesh mesh, std::vector<int> parts);

}  // namespace tenon::mesh
