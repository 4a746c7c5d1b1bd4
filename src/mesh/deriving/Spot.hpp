#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// A place in a cell where it has a node or could have one: the middle of some of its vertices, one bit each. One
/// vertex, the two of an edge, all of a quadrangle or of a hexahedron.
using Spot = std::uint32_t;

/// Nodes of a cell and their weights that place a spot: shape functions, so that neighbours agree.
using SpotWeights = std::vector<std::pair<int, double>>;
const SpotWeights& weightsOf(CellType type, Spot spot);

/// Spots of the nodes of a cell, in its order.
const std::vector<Spot>& spotsOf(CellType type);

/// The spot between two vertices: of an edge, of the quadrangle that they are a diagonal of, or of the cell.
Spot spotBetween(CellType type, int a, int b);

/// Vertices of the edges of a cell.
const std::vector<std::pair<int, int>>& edgesOf(CellType type);

/// The type of the same shape with other nodes: of first order; of second order; with all nodes in the middle, too.
/// InputError where there is none.
CellType linearType(CellType type);
CellType quadraticType(CellType type);
CellType completeQuadraticType(CellType type);

}  // namespace tenon::mesh
