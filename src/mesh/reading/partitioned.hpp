// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "RawMesh.hpp"
#include "base/Phases.hpp"
#include "mesh/placement/Placement.hpp"
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
/// @param placement  map applied to the nodes, each of which is mapped by the ranks that store it
/// @param space  dimension of space that the case requires, 2 or 3; 0: that of the mesh
/// @throws InputError if the file is not a partitioned mesh, or if the placement moves a plane mesh
///   out of its plane and `space` is not 3
/// @throws FileError "'box.h5' is damaged: ..." if the contents of the file are inconsistent
/// @note Collective.
Mesh readPartitioned(const base::Communicator& comm, const std::string& path, base::Phases* phases = nullptr,
                     const Placement& placement = {}, int space = 0);

}  // namespace tenon::mesh
