#pragma once
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// A facet of a cell of highest dimension that no other such cell has.
struct BoundaryFacet {
  CellType type;
  std::vector<LocalIndex> nodes;
  std::int64_t number;  ///< the same on every rank and for any partition, ascending along the cells of the file
};

/// The facets of the boundary that touch a node of this rank, each with a number of its own. Collective.
std::vector<BoundaryFacet> boundaryFacets(const Mesh& mesh);

/// Vertices of a face in ascending order, -1 where it has fewer than four: the same for all cells that share it.
using FacetKey = std::array<LocalIndex, 4>;
FacetKey facetKey(const LocalIndex* nodes, int num_vertices);

}  // namespace tenon::mesh
