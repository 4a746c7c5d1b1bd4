// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "systemSize.hpp"

#include <algorithm>

namespace tenon::system {
namespace {

/// Returns true if this rank has second-order elements among those of the dimension of the mesh.
bool hasSecondOrder(const mesh::Mesh& mesh) {
  return std::any_of(mesh.blocks().begin(), mesh.blocks().end(), [&](const mesh::CellBlock& block) {
    const mesh::CellTypeInfo& info = mesh::info(block.type);
    return info.dimension == mesh.dimension() && info.order > 1 && block.num_owned > 0;
  });
}

}  // namespace

solver::SystemSize sizeOf(const MechanicalSystem& mechanics) {
  const base::Communicator& comm = mechanics.comm();
  solver::SystemSize size;
  size.ranks = comm.size();
  int highest = 0;
  for (const auto& body : mechanics.bodies()) highest = std::max(highest, body->mesh().dimension());
  for (const auto& body : mechanics.bodies()) {
    const int dimension = body->mesh().dimension();
    size.unknowns[static_cast<std::size_t>(dimension)] +=
        static_cast<std::int64_t>(body->state().layout().numGlobal()) * body->state().block();
    if (dimension == highest && hasSecondOrder(body->mesh())) size.has_second_order = true;
  }
  size.has_second_order = comm.any(size.has_second_order);
  size.unknowns[static_cast<std::size_t>(highest)] += comm.sum(static_cast<std::int64_t>(mechanics.numMultipliers()));
  return size;
}

}  // namespace tenon::system
