#pragma once
#include <array>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// For each node of a cell after its vertices: the vertices it lies in the middle of (an edge's, a face's, all).
const std::vector<std::vector<int>>& verticesBetween(CellType type);

/// Nodes of the reference cell: [-1, 1] along lines, quadrangles, hexahedra and the height of prisms, unit triangles
/// and tetrahedra, and the pyramid over [-1, 1]^2 of height 1.
const std::vector<std::array<double, 3>>& referenceNodes(CellType type);

}  // namespace tenon::mesh
