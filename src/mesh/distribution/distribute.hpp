// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/placement/Placement.hpp"
#include "mesh/reading/RawMesh.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Distributes the mesh of the root: the cell of highest dimension with number c goes to rank
/// parts[c], with its ghosts. The arguments of other ranks are ignored.
///
/// The root sends each rank an equal share at once and releases the mesh; all ranks do the
/// remaining work in parallel. A node belongs to the rank that owns most of its cells of highest
/// dimension (the lowest rank in case of a tie). A cell of lower dimension belongs to the owner of
/// its first node. Owned nodes and cells are ordered along a Morton curve.
/// @param comm       ranks among which the mesh is distributed
/// @param mesh       mesh of the root
/// @param parts      rank of each cell of highest dimension, on the root
/// @param placement  map applied to the nodes, each of which is mapped by the ranks that store it
/// @param space      dimension of space that the case requires, 2 or 3; 0: that of the mesh
/// @throws InputError if the placement moves a plane mesh out of its plane and `space` is not 3
/// @note Collective.
Mesh distribute(const base::Communicator& comm, RawMesh mesh, std::vector<int> parts, const Placement& placement = {},
                int space = 0);

}  // namespace tenon::mesh
