// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "points.hpp"

#include "mesh/reading/MeshShare.hpp"

namespace tenon::mesh {

// Rows of nodes are ordered by rank: each rank has the rows of its own points.
Mesh makePointMesh(const base::Communicator& comm, const std::string& file, const std::vector<base::Vec3>& points,
                   const std::vector<std::int64_t>& positions) {
  MeshOutline outline{file, 0, {CellType::point1}, {{"all", 0}}, {{0}}, {0}};
  for (const auto count : comm.gather(static_cast<std::int64_t>(points.size())))
    outline.node_starts.push_back(outline.node_starts.back() + count);
  MeshShare share;
  CellShare& cells = share.cells.emplace_back();
  std::int64_t row = outline.node_starts[static_cast<std::size_t>(comm.rank())];
  for (std::size_t i = 0; i < points.size(); ++i, ++row) {
    share.points.insert(share.points.end(), points[i].begin(), points[i].end());
    share.node_tags.push_back(positions[i] + 1);
    share.node_positions.push_back(positions[i]);
    cells.nodes.push_back(row);
    cells.tags.push_back(positions[i] + 1);
    cells.positions.push_back(positions[i]);
    cells.group_set.push_back(0);
    cells.parts.push_back(comm.rank());
  }
  return assembleMesh(comm, std::move(outline), std::move(share));
}

}  // namespace tenon::mesh
