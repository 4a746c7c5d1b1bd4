// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "distribute.hpp"

#include <numeric>

#include "exchange.hpp"
#include "mesh/placement/plane.hpp"
#include "mesh/reading/MeshShare.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mesh {
namespace {

void checkParts(const base::Communicator& comm, const RawMesh& mesh, const std::vector<int>& parts) {
  base::runOnRoot(comm, [&] {
    base::ensure(parts.size() == mesh.numTopCells(), "distribute() needs one part for each cell of highest dimension.");
    for (const int part : parts)
      base::ensure(part >= 0 && part < comm.size(), "distribute() was given a part that is not a rank.");
  });
}

MeshOutline outlineOf(const RawMesh& mesh) {
  MeshOutline outline{mesh.file, mesh.dimension, {}, mesh.groups, mesh.group_sets, {}};
  for (const RawBlock& block : mesh.blocks) outline.types.push_back(block.type);
  return outline;
}

CellShare shareOfBlock(const base::Communicator& comm, CellType type, RawBlock block, std::vector<int> parts,
                       bool is_top) {
  const auto count = comm.sum<std::int64_t>(comm.isRoot() ? static_cast<std::int64_t>(block.numCells()) : 0);
  const std::vector<std::int64_t> starts = equalShares(count, comm.size());
  const std::vector<std::int32_t> nodes = scatterRows(comm, std::move(block.nodes), starts, info(type).num_nodes);
  CellShare share;
  share.nodes.assign(nodes.begin(), nodes.end());
  share.tags = scatterRows(comm, std::move(block.tags), starts);
  share.group_set = scatterRows(comm, std::move(block.group_set), starts);
  if (is_top) share.parts = scatterRows(comm, std::move(parts), starts);
  share.positions.resize(share.numCells());
  std::iota(share.positions.begin(), share.positions.end(), starts[static_cast<std::size_t>(comm.rank())]);
  return share;
}

}  // namespace

Mesh distribute(const base::Communicator& comm, RawMesh mesh, std::vector<int> parts, const Placement& placement,
                int space) {
  checkParts(comm, mesh, parts);
  MeshOutline outline = broadcastOutline(comm, comm.isRoot() ? outlineOf(mesh) : MeshOutline{});
  const auto num_nodes = comm.sum<std::int64_t>(comm.isRoot() ? static_cast<std::int64_t>(mesh.numNodes()) : 0);
  outline.node_starts = equalShares(num_nodes, comm.size());
  outline.placement = placement;
  outline.space = space;

  MeshShare share;
  share.points = scatterRows(comm, std::move(mesh.points), outline.node_starts, 3);
  share.node_tags = scatterRows(comm, std::move(mesh.node_tags), outline.node_starts);
  share.node_positions.resize(share.node_tags.size());
  std::iota(share.node_positions.begin(), share.node_positions.end(),
            outline.node_starts[static_cast<std::size_t>(comm.rank())]);
  auto next_part = parts.begin();
  for (std::size_t b = 0; b < outline.types.size(); ++b) {
    const bool is_top = info(outline.types[b]).dimension == outline.dimension;
    RawBlock block{outline.types[b], {}, {}, {}};
    std::vector<int> block_parts;
    if (comm.isRoot()) {
      block = std::move(mesh.blocks[b]);
      const auto end = next_part + static_cast<std::ptrdiff_t>(is_top ? block.numCells() : 0);
      block_parts.assign(next_part, end);
      next_part = end;
    }
    share.cells.push_back(shareOfBlock(comm, outline.types[b], std::move(block), std::move(block_parts), is_top));
  }
  requireInPlane(comm, outline, share);
  return assembleMesh(comm, std::move(outline), std::move(share));
}

}  // namespace tenon::mesh
