#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Cells of one type as they stand in a mesh file.
struct RawBlock {
  CellType type;
  std::vector<std::int32_t> nodes;      ///< [cells][nodes of a cell], indices into RawMesh's nodes
  std::vector<std::int64_t> tags;       ///< [cells] number in the file
  std::vector<std::int32_t> group_set;  ///< [cells] index into RawMesh::group_sets

  std::size_t numCells() const { return tags.size(); }
  std::size_t nodesPerCell() const { return static_cast<std::size_t>(info(type).num_nodes); }
};

/// A physical group: its name (or its number as text) and the dimension of its cells.
struct RawGroup {
  std::string name;
  int dimension;
};

/// A whole mesh on one rank, as a file gives it, before it is cut and dealt out.
///
/// Each cell belongs to a set of groups; few different sets occur, so cells refer to a table of them. Set 0 is empty.
/// Blocks are in descending order of dimension, each type once. Every node belongs to a cell of the highest dimension.
struct RawMesh {
  std::string file;
  int dimension = 0;                    ///< highest dimension of any cell
  std::vector<std::int64_t> node_tags;  ///< [nodes] number in the file
  std::vector<double> points;           ///< [nodes x 3]
  std::vector<RawBlock> blocks;
  std::vector<RawGroup> groups;
  std::vector<std::vector<int>> group_sets{{}};  ///< sets of indices into `groups`, ascending
  std::int64_t num_dropped_nodes = 0;            ///< nodes that belonged to no cell of the highest dimension
  std::int64_t num_dropped_cells = 0;            ///< grouped cells of lower dimension that had such nodes

  std::size_t numNodes() const { return node_tags.size(); }
  /// Cells of the highest dimension; their blocks come first.
  std::size_t numTopCells() const;
};

/// Number of groups of all cells together that readers accept for a mesh of so many cells.
constexpr std::size_t mostMemberships(std::size_t num_cells) {
  return 50'000'000 + 20 * num_cells;
}

/// Brings what a reader collected into the shape that RawMesh promises: finds the dimension, drops cells of lower
/// dimension without a group or with nodes that no cell of the highest dimension has, nodes without cells, and groups
/// without cells; sorts the blocks.
/// @throws base::InputError if the cells belong to more than mostMemberships() groups in all.
void tidy(RawMesh& mesh);

/// A mesh of points: node and cell i + 1 lie at `points[i]` and are the group `names[i]`, or in none where that is
/// empty. `names`: as many as points, all different.
RawMesh meshOfPoints(std::string file, const std::vector<std::array<double, 3>>& points,
                     const std::vector<std::string>& names);

/// The part of a mesh that consists of the groups `cells` of highest dimension, with all cells of lower dimension whose
/// nodes belong to it. InputError that names a group that is missing or of lower dimension.
RawMesh restrictTo(const RawMesh& mesh, const std::vector<std::string>& cells);

/// One sentence that counts what tidy() dropped; empty when it dropped nothing.
std::string droppedWarning(const RawMesh& mesh);

}  // namespace tenon::mesh
