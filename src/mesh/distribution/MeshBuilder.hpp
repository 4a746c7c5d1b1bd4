#pragma once
#include "exchange.hpp"
#include "reading/MeshShare.hpp"

namespace tenon::mesh {

/// Turns the shares of all ranks into a distributed Mesh, in steps that each touch flat arrays once.
///
/// Nodes are found through a directory: the rank whose range holds a node's row knows its point, tag and owner.
class MeshBuilder {
 public:
  MeshBuilder(const base::Communicator& comm, MeshOutline outline, MeshShare share);

  Mesh build();

 private:
  /// What the directory tells of a node.
  struct NodeRecord {
    double point[3];
    std::int64_t tag, position;
    std::int32_t owner, group_set;
  };
  /// What travels with a cell besides its nodes.
  struct CellRecord {
    std::int64_t tag, position;
    std::int32_t group_set, owner;
  };

  /// Cells vote for the owners of their nodes at the directories, which answer with the owner, entry by entry.
  std::vector<std::int32_t> electOwners();
  /// An entry is a node of a cell here, in the order of share_; cells of lower dimension do not vote (-1).
  std::vector<std::int32_t> votesOfEntries() const;
  void checkOwners() const;
  /// The same on a single rank.
  void ownAll();
  /// Each cell goes to its owner and to all owners of its nodes.
  void sendCells();
  void sendBlock(std::size_t block, const std::vector<CellRecord>& records, const std::int32_t* node_owners);
  /// The distinct rows among the nodes of the cells here; cells then name nodes by their place in rows_.
  void collectRows();
  void fetchNodes();
  /// Cells along a Morton curve of their centroids, owned ones first.
  void orderCells();
  /// Owned nodes by first touch, ghosts by global number.
  void numberNodes();
  std::vector<base::GlobalIndex> askGlobalNumbers(const std::vector<LocalIndex>& ghosts, PetscInt first_owned) const;
  void fill(Mesh& mesh);
  void fillGroups(Mesh& mesh) const;
  void fillNodesOfGroups(Mesh& mesh) const;
  /// Of groups with cells of several dimensions: which they have, on any rank.
  void findDimensionsOfGroups(Mesh& mesh) const;
  /// 2 for faces that share one z (to what its size and its place allow), 3 for all else.
  int spaceDimension() const;

  int directoryOf(std::int64_t row) const;
  int nodesPerCell(std::size_t block) const { return info(outline_.types[block]).num_nodes; }
  bool isTop(std::size_t block) const { return info(outline_.types[block]).dimension == outline_.dimension; }

  base::Communicator comm_;
  MeshOutline outline_;
  MeshShare share_;
  std::vector<std::int32_t> owner_of_row_;  // [rows of this directory]

  // After sendCells: the cells of this rank, by block.
  std::vector<std::vector<CellRecord>> cells_;
  std::vector<std::vector<std::int64_t>> cell_nodes_;  // rows; after collectRows: places in rows_
  std::vector<LocalIndex> num_owned_cells_;
  std::vector<std::int64_t> rows_;  // ascending
  std::vector<NodeRecord> nodes_;   // [rows_]
  std::vector<LocalIndex> local_;   // [rows_] local number
  std::shared_ptr<const la::Layout> layout_;
};

}  // namespace tenon::mesh
