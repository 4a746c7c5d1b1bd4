#pragma once
#include <vector>

#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// Cuts the cells of highest dimension of several meshes together into parts of equal cost with few shared facets, by
/// METIS_PartMeshDual on their vertices (METIS 5.1 manual, section 5.9). The weights are CellTypeInfo::partition_cost.
/// The same meshes give the same parts. Not collective; parts may stay empty.
///
/// Gives the part of each cell, [meshes][cells of highest dimension, block by block]. InternalError when METIS fails.
std::vector<std::vector<int>> partition(const std::vector<const RawMesh*>& meshes, int num_parts);

}  // namespace tenon::mesh
