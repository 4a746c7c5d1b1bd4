// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "RawMesh.hpp"
#include "mesh/placement/Placement.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Properties of a whole mesh, known on every rank before distribution; small.
struct MeshOutline {
  std::string file;
  int dimension = 0;
  std::vector<CellType> types;  ///< types of the blocks, those of highest dimension first
  std::vector<RawGroup> groups;
  std::vector<std::vector<int>> group_sets;
  std::vector<std::int64_t>
      node_starts;  ///< rank r stores the directory of node rows [node_starts[r], node_starts[r + 1])
  /// Map from the coordinates of the shares to those of the mesh. It does not affect the order and
  /// the owners of nodes and cells.
  Placement placement{};
  int space = 0;  ///< dimension of space that the case requires; 0: that of the mesh
};

/// Some cells of one type, in any order and on any rank.
struct CellShare {
  std::vector<std::int64_t> nodes;      ///< [cells][nodes of a cell], node rows
  std::vector<std::int64_t> tags;       ///< [cells] element number in the mesh file
  std::vector<std::int64_t> positions;  ///< [cells] position in the mesh file
  std::vector<std::int32_t> group_set;  ///< [cells] index of the set of groups
  /// [cells] rank that will own the cell; empty for cells below the highest dimension
  std::vector<std::int32_t> parts;

  std::size_t numCells() const { return tags.size(); }
};

/// One rank's arbitrary share of a mesh: its range of node rows and some cells. The shares of all
/// ranks together contain each node and each cell once.
struct MeshShare {
  std::vector<double> points;  ///< [local rows x 3] coordinates of the nodes
  std::vector<std::int64_t> node_tags, node_positions;
  /// [local rows] groups that contain the node itself; empty if there are none
  std::vector<std::int32_t> node_group_set;
  std::vector<CellShare> cells;  ///< [types] cells of each type
};

/// Returns the root's outline, except node_starts, on every rank. @note Collective.
MeshOutline broadcastOutline(const base::Communicator& comm, const MeshOutline& outline);

/// Returns the distributed mesh assembled from all ranks' shares. A cell of highest dimension is
/// owned by its part; a node by the rank that owns most of its cells (the lowest rank in case of a
/// tie); a cell of lower dimension by the owner of its first node. Every rank gets its owned cells
/// and all others that contain an owned node.
/// @note Collective.
Mesh assembleMesh(const base::Communicator& comm, MeshOutline outline, MeshShare share);

}  // namespace tenon::mesh
