// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

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
/// @note Collective.
Mesh distribute(const base::Communicator& comm, RawMesh mesh, std::vector<int> parts);

}  // namespace tenon::mesh
