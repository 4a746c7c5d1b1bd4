#pragma once
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Volumes of cells with larger ones would be beyond numbers.
constexpr double largest_coordinate = 1e100;
/// Not so where it is NaN.
inline bool isCoordinate(double x) {
  return x >= -largest_coordinate && x <= largest_coordinate;
}

/// Looks at a mesh before anything is computed on it. Collective; InputError, the same on all ranks, that names the
/// lowest element with the first of these faults and counts the others:
///   a node whose coordinates are none;
///   cells of different order, or facets of different kind, in one mesh (they would not fit together);
///   a cell with the same node twice;
///   a cell of highest dimension whose Jacobian is not positive at its nodes or at its Gauss points.
void checkMesh(const Mesh& mesh);

}  // namespace tenon::mesh
