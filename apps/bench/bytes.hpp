#pragma once
#include "tenon/la/State.hpp"
#include "tenon/mesh/Mesh.hpp"

// Bytes that this rank really holds, counted array by array. Not collective.
namespace tenon::bench {

/// Points, tags, positions, cells, groups and the layout's ghosts.
double bytesOf(const mesh::Mesh& mesh);

/// Rest position, displacement and velocity.
double bytesOf(const la::State& state);

}  // namespace tenon::bench
