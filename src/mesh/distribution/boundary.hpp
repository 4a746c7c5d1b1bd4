// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Facet of exactly one cell of highest dimension.
struct BoundaryFacet {
  CellType type;
  std::vector<LocalIndex> nodes;
  std::int64_t number;  ///< independent of the partition, unique, ascending along the cells of the file
};

/// Returns the boundary facets that contain a node of this rank. @note Collective.
std::vector<BoundaryFacet> boundaryFacets(const Mesh& mesh);

/// Vertices of a face in ascending order, padded with -1 to four: equal for all cells that share
/// the face.
using FacetKey = std::array<LocalIndex, 4>;
FacetKey facetKey(const LocalIndex* nodes, int num_vertices);

}  // namespace tenon::mesh
