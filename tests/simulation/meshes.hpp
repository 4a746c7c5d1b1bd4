#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "tenon/mesh/RawMesh.hpp"

// Meshes of verification cases. All of them are made on one rank.
namespace tenon::simulation::testing {

/// The octant 1 <= r <= 2 of a sphere, of 3 n^2 m hex27, with layers in geometric progression; nodes of its thirds that
/// are in one place become one. The group "inside" is the face at r = 1.
mesh::RawMesh octant(int n, int m);

/// The unit cube of seven distorted hexahedra: one in the middle and one on each of its faces, which are the group
/// "boundary".
mesh::RawMesh macNealHarder();

/// A slab [0, 1]^2 x [low, high] of one hex8 with a point group for each of the given corners.
mesh::RawMesh slab(double low, double high, const std::vector<std::pair<std::string, std::int32_t>>& corners);

/// A unit box of cells[..] boxes in two layers, "lower" and "upper", of equal height across its last axis.
mesh::RawMesh layers(mesh::CellType type, std::array<int, 3> cells);

}  // namespace tenon::simulation::testing
