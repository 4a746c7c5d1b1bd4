#pragma once
#include <vector>

#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// A node of one mesh and one of another, or of the same, that something holds together.
struct JoinedNodes {
  struct Node {
    std::size_t mesh;
    std::int32_t node;
  };
  Node first, second;
};

/// Cuts the cells of highest dimension of several meshes together into parts of equal cost with few shared facets, by
/// METIS_PartMeshDual on their vertices (METIS 5.1 manual, section 5.9). Cells whose nodes are `joined` count as if
/// they shared a facet, so that bodies come to the cells that they are joined to. The weights are
/// CellTypeInfo::partition_cost. The same meshes give the same parts. Not collective; parts may stay empty.
///
/// Gives the part of each cell, [meshes][cells of highest dimension, block by block]. InternalError when METIS fails.
std::vector<std::vector<int>> partition(const std::vector<const RawMesh*>& meshes, int num_parts,
                                        const std::vector<JoinedNodes>& joined = {});

}  // namespace tenon::mesh
