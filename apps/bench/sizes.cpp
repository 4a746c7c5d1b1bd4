// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "sizes.hpp"

namespace tenon::bench {
namespace {

/// Returns the bytes of a vector or a span.
template <class Array>
double bytesIn(const Array& array) {
  return static_cast<double>(array.size()) * static_cast<double>(sizeof(*array.data()));
}

double bytesOfLayout(const la::Layout& layout) {
  return bytesIn(layout.starts()) + bytesIn(layout.ghosts()) +
         static_cast<double>(sizeof(base::LocalIndex)) * layout.numGhosts();
}

}  // namespace

double bytesOf(const mesh::Mesh& mesh) {
  double bytes =
      bytesOfLayout(mesh.layout()) + bytesIn(mesh.points()) + bytesIn(mesh.nodeTags()) + bytesIn(mesh.nodePositions());
  for (const mesh::CellBlock& block : mesh.blocks())
    bytes += bytesIn(block.nodes) + bytesIn(block.tags) + bytesIn(block.positions);
  for (const mesh::Group& group : mesh.groups())
    for (const auto& cells : group.cells) bytes += bytesIn(cells);
  return bytes;
}

double bytesOf(const la::State& state) {
  return bytesIn(state.reference()) + bytesIn(state.displacement()) + bytesIn(state.velocity());
}

double bytesOf(Vec vector) {
  PetscInt size = 0;
  TENON_PETSC(VecGetLocalSize(vector, &size));
  return static_cast<double>(size) * static_cast<double>(sizeof(PetscScalar));
}

std::int64_t numTopCells(const mesh::Mesh& mesh) {
  std::int64_t count = 0;
  for (const mesh::CellBlock& block : mesh.blocks())
    if (mesh::info(block.type).dimension == mesh.dimension()) count += block.num_owned;
  return mesh.comm().sum(count);
}

}  // namespace tenon::bench
