// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Returns, for each node of a cell after its vertices, the vertices of which it is the midpoint
/// (those of an edge, of a face, or all).
const std::vector<std::vector<int>>& midpointVertices(CellType type);

/// Returns the nodes of the reference cell: [-1, 1] along lines, quadrilaterals, hexahedra and the
/// height of prisms; unit triangles and tetrahedra; the pyramid over [-1, 1]^2 of height 1.
const std::vector<std::array<double, 3>>& referenceNodes(CellType type);

}  // namespace tenon::mesh
