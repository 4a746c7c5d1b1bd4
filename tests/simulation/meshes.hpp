// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "mesh/reading/RawMesh.hpp"

// Meshes of verification cases. Each of them is created on one rank.
namespace tenon::simulation::testing {

/// Returns the octant 1 <= r <= 2 of a sphere, of 3 n^2 m hex27, with layers in geometric
/// progression. Coincident nodes of its thirds are merged. The group "inside" is the face at r = 1.
mesh::RawMesh octant(int n, int m);

/// Returns the unit cube of seven distorted hexahedra: one in the middle and one on each face of
/// the cube. The faces are the group "boundary".
mesh::RawMesh macNealHarder();

/// Returns a slab [0, 1]^2 x [low, high] of one hex8 with a point group for each of the given
/// corners.
mesh::RawMesh slab(double low, double high, const std::vector<std::pair<std::string, std::int32_t>>& corners);

/// Returns a unit box of cells[..] boxes in two layers, "lower" and "upper", of equal height along
/// its last axis.
mesh::RawMesh layers(mesh::CellType type, std::array<int, 3> cells);

}  // namespace tenon::simulation::testing
