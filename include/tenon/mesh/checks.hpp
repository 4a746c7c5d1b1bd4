#pragma once
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Bound of coordinates; with larger values the volumes of cells overflow.
constexpr double largest_coordinate = 1e100;
/// Returns true if `x` is a valid coordinate; false for NaN.
inline bool isCoordinate(double x) {
  return x >= -largest_coordinate && x <= largest_coordinate;
}

/// Checks a mesh before anything is computed on it. The first of these faults is reported for the
/// lowest element that has it, with the number of other elements:
/// - a node with invalid coordinates;
/// - cells of different order, or facets of different kind, in one mesh (they would not be
///   conforming);
/// - a cell with the same node twice;
/// - a cell of highest dimension whose Jacobian is not positive at its nodes or Gauss points.
///
/// @throws InputError on all ranks
/// @note Collective.
void checkMesh(const Mesh& mesh);

}  // namespace tenon::mesh
