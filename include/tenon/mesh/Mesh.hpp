#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/Layout.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

using base::GlobalIndex;
using base::LocalIndex;

/// This rank's cells of one type: first those it owns, then its ghosts, which are all other cells that touch a node
/// it owns. Each cell of the mesh is owned by exactly one rank.
struct CellBlock {
  CellType type;
  LocalIndex num_owned = 0;
  std::vector<LocalIndex> nodes;        ///< [cells][nodes of a cell], local node numbers, Gmsh's node order
  std::vector<std::int64_t> tags;       ///< [cells] number of the element in the mesh file
  std::vector<std::int64_t> positions;  ///< [cells] place among the cells of this type in the mesh file, from 0

  LocalIndex numCells() const { return static_cast<LocalIndex>(tags.size()); }
  const LocalIndex* nodesOf(LocalIndex cell) const {
    return nodes.data() + static_cast<std::size_t>(cell) * static_cast<std::size_t>(info(type).num_nodes);
  }
};

/// A physical group: cells of one dimension under a name. The same names on every rank, maybe with no cells there.
struct Group {
  std::string name;
  int dimension;
  std::vector<std::vector<LocalIndex>> cells;  ///< [blocks of the mesh][cells of the block], owned and ghost, ascending
};

/// This rank's part of a distributed mesh. Every rank has the same blocks (types) and groups, in the same order.
class Mesh {
 public:
  const std::string& file() const { return file_; }
  const base::Communicator& comm() const { return layout_->comm(); }
  /// Highest dimension of any cell: 3 for solids, 2 for plane problems.
  int dimension() const { return dimension_; }
  const la::Layout& layout() const { return *layout_; }
  std::shared_ptr<const la::Layout> sharedLayout() const { return layout_; }

  gsl::span<const double> points() const { return points_; }             ///< [numLocal x 3]
  gsl::span<const std::int64_t> nodeTags() const { return node_tags_; }  ///< [numLocal] number in the mesh file
  /// [numLocal] place among the used nodes in the order of the mesh file, from 0: independent of the partition.
  gsl::span<const std::int64_t> nodePositions() const { return node_positions_; }

  const std::vector<CellBlock>& blocks() const { return blocks_; }
  const std::vector<Group>& groups() const { return groups_; }

  /// The group of that name; InputError that lists the groups there are and the nearest name. Not collective, but the
  /// same on every rank.
  const Group& group(const std::string& name) const;

  /// Local nodes, ghosts included, that belong to any cell of the group anywhere. Ascending. Collective.
  std::vector<LocalIndex> nodesOf(const Group& group) const;

 private:
  friend class MeshBuilder;
  std::string file_;
  int dimension_ = 0;
  std::shared_ptr<const la::Layout> layout_;
  std::vector<double> points_;
  std::vector<std::int64_t> node_tags_, node_positions_;
  std::vector<CellBlock> blocks_;
  std::vector<Group> groups_;
};

}  // namespace tenon::mesh
