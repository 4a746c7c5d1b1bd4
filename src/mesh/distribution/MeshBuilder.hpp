// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "exchange.hpp"
#include "mesh/reading/MeshShare.hpp"

namespace tenon::mesh {

/// Construction of a distributed Mesh from the shares of all ranks, in steps that traverse flat
/// arrays once. Nodes are found through a directory: the rank whose range contains the row of a
/// node stores its point, tag and owner.
class MeshBuilder {
 public:
  MeshBuilder(const base::Communicator& comm, MeshOutline outline, MeshShare share);

  Mesh build();

  /// Replaces the positions of the nodes of a mesh.
  /// @param points  [numLocal x 3] positions, including those of ghosts
  /// @note Not collective.
  static void setPoints(Mesh& mesh, gsl::span<const double> points);

 private:
  /// Directory entry of a node.
  struct NodeRecord {
    double point[3];
    std::int64_t tag, position;
    std::int32_t owner, group_set;
  };
  /// Data sent with a cell in addition to its nodes.
  struct CellRecord {
    std::int64_t tag, position;
    std::int32_t group_set, owner;
  };

  /// Elects the owners of nodes: cells send votes to the directories, which return the owner entry
  /// by entry.
  std::vector<std::int32_t> electOwners();
  /// Returns the votes. An entry is a node of a local cell, in the order of share_; cells of lower
  /// dimension do not vote (-1).
  std::vector<std::int32_t> votesOfEntries() const;
  void checkOwners() const;
  /// Assigns all nodes and cells to the only rank.
  void ownAll();
  /// Sends each cell to its owner and to all owners of its nodes.
  void sendCells();
  void sendBlock(std::size_t block, const std::vector<CellRecord>& records, const std::int32_t* node_owners);
  /// Collects the distinct rows of the nodes of the local cells; cells then refer to nodes by their
  /// index in rows_.
  void collectRows();
  void fetchNodes();
  /// Orders cells along a Morton curve of their centroids, owned cells first.
  void orderCells();
  /// Numbers owned nodes by first occurrence in cells, ghosts by global number.
  void numberNodes();
  std::vector<base::GlobalIndex> fetchGlobalNumbers(const std::vector<LocalIndex>& ghosts, PetscInt first_owned) const;
  void fill(Mesh& mesh);
  void fillGroups(Mesh& mesh) const;
  void fillNodesOfGroups(Mesh& mesh) const;
  /// Determines which dimensions occur on any rank in groups with cells of several dimensions.
  void findDimensionsOfGroups(Mesh& mesh) const;
  /// Returns 2 for faces that have a common z after the placement, 3 otherwise.
  int spaceDimension() const;
  /// Applies the placement to the nodes, and reverses the cells if it mirrors them.
  void place(Mesh& mesh) const;

  int directoryOf(std::int64_t row) const;
  int nodesPerCell(std::size_t block) const { return info(outline_.types[block]).num_nodes; }
  bool isTop(std::size_t block) const { return info(outline_.types[block]).dimension == outline_.dimension; }

  base::Communicator comm_;
  MeshOutline outline_;
  MeshShare share_;
  int space_dimension_ = 3;
  std::vector<std::int32_t> owner_of_row_;  // [rows of this directory] rank that owns the node

  // Cells of this rank by block, after sendCells().
  std::vector<std::vector<CellRecord>> cells_;
  std::vector<std::vector<std::int64_t>> cell_nodes_;  // rows; after collectRows(): indices in rows_
  std::vector<LocalIndex> num_owned_cells_;
  std::vector<std::int64_t> rows_;  // node rows of the local cells, ascending
  std::vector<NodeRecord> nodes_;   // [rows_] directory entry of each row
  std::vector<LocalIndex> local_;   // [rows_] local number
  std::shared_ptr<const la::Layout> layout_;
};

}  // namespace tenon::mesh
