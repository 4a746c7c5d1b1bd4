// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Cells of one type as they are stored in a mesh file.
struct RawBlock {
  CellType type;                        ///< cell type
  std::vector<std::int32_t> nodes;      ///< [cells][nodes of a cell], indices into RawMesh's nodes
  std::vector<std::int64_t> tags;       ///< [cells] number in the file
  std::vector<std::int32_t> group_set;  ///< [cells] index into RawMesh::group_sets

  /// Returns the number of cells.
  std::size_t numCells() const { return tags.size(); }
  /// Returns the number of nodes per cell.
  std::size_t nodesPerCell() const { return static_cast<std::size_t>(info(type).num_nodes); }
};

/// A physical group: its name (or its number as a string) and the dimension of its cells.
struct RawGroup {
  std::string name;  ///< name, or number as a string
  int dimension;     ///< dimension of the cells
};

/// Whole mesh on one rank, as read from a file, before partitioning and distribution.
///
/// Each cell belongs to a set of groups. Since there are few distinct sets, cells refer to a table
/// of sets. Set 0 is empty. Blocks are in descending order of dimension, each type once. Every node
/// belongs to a cell of the highest dimension.
struct RawMesh {
  std::string file;                              ///< name of the file
  int dimension = 0;                             ///< highest dimension of any cell
  std::vector<std::int64_t> node_tags;           ///< [nodes] number in the file
  std::vector<double> points;                    ///< [nodes x 3] coordinates of the nodes
  std::vector<RawBlock> blocks;                  ///< cells by type
  std::vector<RawGroup> groups;                  ///< physical groups
  std::vector<std::vector<int>> group_sets{{}};  ///< sets of indices into `groups`, ascending
  std::int64_t num_dropped_nodes = 0;            ///< nodes that belonged to no cell of the highest dimension
  std::int64_t num_dropped_cells = 0;            ///< grouped cells of lower dimension that had such nodes

  /// Returns the number of nodes.
  std::size_t numNodes() const { return node_tags.size(); }
  /// Returns the number of cells of the highest dimension; their blocks come first.
  std::size_t numTopCells() const;
};

/// Returns the maximum number of group memberships, summed over all cells, that readers accept for
/// a mesh of `num_cells` cells.
constexpr std::size_t maxMemberships(std::size_t num_cells) {
  return 50'000'000 + 20 * num_cells;
}

/// Establishes the invariants of RawMesh: determines the dimension, sorts the blocks, and drops
/// cells of lower dimension without a group or with nodes that no cell of the highest dimension
/// has, nodes without cells, and groups without cells.
/// @throws base::InputError if the cells have more than maxMemberships() group memberships in
///   total
void normalise(RawMesh& mesh);

/// Returns a mesh of points: node and cell i + 1 lie at `points[i]` and form the group `names[i]`,
/// or belong to no group if the name is empty.
/// @param names  [points] names; names that are not empty must be distinct
RawMesh meshOfPoints(std::string file, const std::vector<std::array<double, 3>>& points,
                     const std::vector<std::string>& names);

/// Returns the part of a mesh that consists of the groups `cells` of highest dimension, with all
/// cells of lower dimension whose nodes belong to it.
/// @throws InputError whose message names a group that is missing or of lower dimension
RawMesh restrictToGroups(const RawMesh& mesh, const std::vector<std::string>& cells);

/// Returns one sentence that counts the items that normalise() dropped; empty if it dropped
/// nothing.
std::string droppedEntitiesWarning(const RawMesh& mesh);

}  // namespace tenon::mesh
