// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/reading/RawMesh.hpp"

namespace tenon::mesh {

/// Pair of coupled nodes, for example by a joint. The nodes belong to the same mesh or to two
/// meshes.
struct JoinedNodes {
  /// Node of one of the meshes.
  struct Node {
    std::size_t mesh;   ///< index of the mesh
    std::int32_t node;  ///< index of the node in the mesh
  };
  Node first, second;  ///< coupled nodes
};

/// Partitions the cells of highest dimension of several meshes together into parts of equal cost
/// with few shared facets, by METIS_PartMeshDual on their vertices. The weights are
/// CellTypeInfo::partition_cost. Cells with `joined` nodes are treated as if they shared a facet,
/// so that bodies are placed in the same part as the cells to which they are joined. Equal meshes
/// give equal parts. Parts may be empty.
///
/// @return [meshes][cells of highest dimension, block by block] part of each cell
/// @throws InternalError if METIS fails
/// @note Not collective.
/// @see METIS 5.1 manual, section 5.9
std::vector<std::vector<int>> partition(const std::vector<const RawMesh*>& meshes, int num_parts,
                                        const std::vector<JoinedNodes>& joined = {});

}  // namespace tenon::mesh
