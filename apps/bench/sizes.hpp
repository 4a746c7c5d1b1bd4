#pragma once
#include <petscvec.h>

#include "tenon/la/State.hpp"
#include "tenon/mesh/Mesh.hpp"

// Sizes: bytes that this rank really holds, counted array by array.
namespace tenon::bench {

/// Bytes of points, tags, positions, cells, groups and the layout's ghosts.
double bytesOf(const mesh::Mesh& mesh);

/// Bytes of rest position, displacement and velocity.
double bytesOf(const la::State& state);

/// Bytes of the owned part of a vector.
double bytesOf(Vec vector);

/// Cells of the mesh's dimension over all ranks, ghosts counted once. Collective.
std::int64_t numTopCells(const mesh::Mesh& mesh);

}  // namespace tenon::bench
