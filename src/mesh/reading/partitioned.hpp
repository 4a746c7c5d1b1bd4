// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "RawMesh.hpp"
#include "base/Phases.hpp"
#include "tenon/mesh/Mesh.hpp"

// Partitioned meshes in HDF5, which all ranks read in parallel. Cells are sorted by part and along
// a Morton curve, nodes by owner.
//   /outline             JSON text: groups [[name, dimension]], sets of groups
//   /nodes/{points [n x 3], tags, positions, part_starts [parts + 1]}
//   /cells/<type>/{nodes [c x nodes of a cell] (rows of /nodes), tags, positions, group_set,
//                  part_starts}
//   attributes of "/": format, version, dimension, file (name of the original mesh file)
namespace tenon::mesh {

/// Writes a mesh with the partition parts[c] < num_parts (see partition()) from this rank only.
/// @throws FileError if the file cannot be written
/// @note Not collective.
void writePartitioned(const RawMesh& mesh, const std::vector<int>& parts, int num_parts, const std::string& path);

/// Reads a partitioned mesh on all ranks; each rank reads its share only. Each rank takes the same
/// number of parts, or an equal share of the cells if there are fewer parts than ranks. All data
/// are checked before they are used.
/// @param phases  if given, receives the times of "read", "check" and "distribute"
/// @throws InputError if the file is not a partitioned mesh
/// @throws FileError "'box.h5' is damaged: ..." if the contents of the file are inconsistent
/// @note Collective.
Mesh readPartitioned(const base::Communicator& comm, const std::string& path, base::Phases* phases = nullptr);

}  // namespace tenon::mesh
