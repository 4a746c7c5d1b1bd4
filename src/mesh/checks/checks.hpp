// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Largest admissible absolute value of a coordinate; larger values would cause overflow in cell
/// volumes.
constexpr double largest_coordinate = 1e100;
/// Returns true if `x` is a valid coordinate; false for NaN.
inline bool isCoordinate(double x) {
  return x >= -largest_coordinate && x <= largest_coordinate;
}

/// Checks a mesh before anything is computed on it. The first of the following defects that occurs
/// is reported, with the lowest affected element and the number of other affected elements:
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
