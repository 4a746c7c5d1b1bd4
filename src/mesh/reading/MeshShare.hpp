#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/mesh/Mesh.hpp"
#include "tenon/mesh/RawMesh.hpp"

namespace tenon::mesh {

/// What every rank knows of a whole mesh before it is dealt out; small.
struct MeshOutline {
  std::string file;
  int dimension = 0;
  std::vector<CellType> types;  ///< of the blocks, those of highest dimension first
  std::vector<RawGroup> groups;
  std::vector<std::vector<int>> group_sets;
  std::vector<std::int64_t>
      node_starts;  ///< rank r keeps the directory of node rows [node_starts[r], node_starts[r + 1])
};

/// Some cells of one type, in any order and on any rank.
struct CellShare {
  std::vector<std::int64_t> nodes;      ///< [cells][nodes of a cell], node rows
  std::vector<std::int64_t> tags;       ///< [cells]
  std::vector<std::int64_t> positions;  ///< [cells] place in the mesh file
  std::vector<std::int32_t> group_set;  ///< [cells]
  std::vector<std::int32_t> parts;      ///< [cells] rank that is to own it; empty for cells below the highest dimension

  std::size_t numCells() const { return tags.size(); }
};

/// One rank's arbitrary share of a mesh: its range of node rows and some cells. The shares of all ranks together hold
/// each node and each cell once.
struct MeshShare {
  std::vector<double> points;  ///< [rows here x 3]
  std::vector<std::int64_t> node_tags, node_positions;
  std::vector<std::int32_t> node_group_set;  ///< [rows here] groups that have the node itself; empty: none has any
  std::vector<CellShare> cells;              ///< [types]
};

/// The root's outline on every rank (all but node_starts). Collective.
MeshOutline broadcastOutline(const base::Communicator& comm, const MeshOutline& outline);

/// The distributed mesh made of all ranks' shares. Collective.
///   A cell of highest dimension is owned by its part; a node by the rank that owns most of its cells (the lowest of
///   equals); a cell of lower dimension by the owner of its first node.
/// Every rank gets the cells it owns and all others that touch a node it owns.
Mesh assembleMesh(const base::Communicator& comm, MeshOutline outline, MeshShare share);

}  // namespace tenon::mesh
