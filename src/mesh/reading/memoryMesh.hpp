// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "RawMesh.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/mesh/MeshData.hpp"

namespace tenon::mesh {

/// Gathers a mesh in memory on the root, in the form of a mesh file: groups are ordered by
/// dimension, cells that several groups contain occur once, and normalise() has been applied. The
/// mesh is partitioned as the same mesh in a file. Dropped nodes are counted in a warning.
/// @param part  this rank's part of the mesh
/// @param name  name of the mesh for messages
/// @return mesh on the root; empty on other ranks
/// @throws InputError if types are unknown, coordinates or indices are invalid, arrays have the
///   wrong length, or there are no cells
/// @note Collective.
RawMesh gatherMesh(const base::Communicator& comm, const MeshData& part, const std::string& name);

/// Writes a mesh in memory as a Gmsh file, see writeGmsh(). The mesh in the file is the same, with
/// the same numbers and order of nodes and cells.
/// @throws InputError under the same conditions as gatherMesh()
/// @throws FileError if the file cannot be written
/// @note Collective.
void writeMemoryMesh(const base::Communicator& comm, const MeshData& part, const std::string& name,
                     const std::string& path);

}  // namespace tenon::mesh
