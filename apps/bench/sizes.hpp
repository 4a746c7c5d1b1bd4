// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscvec.h>

#include "tenon/la/layout/State.hpp"
#include "tenon/mesh/Mesh.hpp"

// Sizes: bytes that this rank stores, counted array by array.
namespace tenon::bench {

/// Returns the bytes of points, tags, positions, cells, groups and the layout's ghosts.
double bytesOf(const mesh::Mesh& mesh);

/// Returns the bytes of reference position, displacement and velocity.
double bytesOf(const la::State& state);

/// Returns the bytes of the owned part of a vector.
double bytesOf(Vec vector);

/// Returns the number of cells of the mesh's dimension over all ranks; shared cells are counted
/// once. @note Collective.
std::int64_t numTopCells(const mesh::Mesh& mesh);

}  // namespace tenon::bench
