#pragma once
#include <array>
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

/// Cells under a name. A physical group of a mesh file has cells of one dimension; a group that a case defines may have
/// nodes, faces and cells, of which everybody takes what he needs. The same names on every rank, maybe with no cells
/// there.
struct Group {
  static constexpr int any_dimension = -1;

  std::string name;
  int dimension;                               ///< of its cells, or any_dimension
  std::vector<std::vector<LocalIndex>> cells;  ///< [blocks of the mesh][cells of the block], owned and ghost, ascending
  std::vector<LocalIndex> nodes{};             ///< beside those of its cells; owned and ghost, ascending
  std::array<bool, 4> has_cells_of{};  ///< with any_dimension: whether any rank has nodes, lines, faces, volumes

  /// Whether some rank has cells of that dimension (0: nodes). The same on every rank.
  bool hasCellsOf(int wanted) const {
    return dimension == any_dimension ? has_cells_of[static_cast<std::size_t>(wanted)] : dimension == wanted;
  }
};

/// This rank's part of a distributed mesh. Every rank has the same blocks (types) and groups, in the same order.
class Mesh {
 public:
  const std::string& file() const { return file_; }
  const base::Communicator& comm() const { return layout_->comm(); }
  /// Highest dimension of any cell: 3 for solids, 2 for plane problems and surfaces in space, 1 for lines.
  int dimension() const { return dimension_; }
  /// Dimension of the space it lies in, 3 or 2: as setSpaceDimension() says, or 2 for faces that share one z, else 3.
  int spaceDimension() const { return space_dimension_; }
  /// Puts a plane surface into space, or points and lines into the plane. InputError where cells leave the plane.
  void setSpaceDimension(int dimension);
  /// Whether it is the half plane (x, y) = (r, axis) of a body of revolution: each node is a ring about the axis x = 0.
  bool isAxisymmetric() const { return is_axisymmetric_; }
  /// Collective. InputError, the same on all ranks, where the mesh does not lie in the plane or a node has x < 0.
  void makeAxisymmetric();
  /// Whether a local node lies on the axis, to round-off of the mesh's extent. Of axisymmetric meshes.
  bool isOnAxis(LocalIndex node) const { return points_[3 * static_cast<std::size_t>(node)] <= axis_tolerance_; }
  /// Thickness of a plane mesh: dV = thickness dA, dA = thickness ds. 1 in space and of axisymmetric meshes.
  double thickness() const { return thickness_; }
  /// @throws InputError in space, for an axisymmetric mesh and for a thickness that is not positive.
  void setThickness(double thickness);
  const la::Layout& layout() const { return *layout_; }
  std::shared_ptr<const la::Layout> sharedLayout() const { return layout_; }

  gsl::span<const double> points() const { return points_; }             ///< [numLocal x 3]
  gsl::span<const std::int64_t> nodeTags() const { return node_tags_; }  ///< [numLocal] number in the mesh file
  /// [numLocal] place among the used nodes in the order of the mesh file, from 0: independent of the partition.
  gsl::span<const std::int64_t> nodePositions() const { return node_positions_; }

  const std::vector<CellBlock>& blocks() const { return blocks_; }
  const std::vector<Group>& groups() const { return groups_; }

  /// The group of that name; InputError that lists the groups there are and the nearest name. Where a name stands for
  /// groups of several dimensions, the one of `dimension`. Not collective, but the same on every rank.
  const Group& group(const std::string& name, int dimension = Group::any_dimension) const;

  /// Local nodes, ghosts included, that the group has or that belong to any cell of it anywhere. Ascending. Collective.
  std::vector<LocalIndex> nodesOf(const Group& group) const;

 private:
  friend class MeshBuilder;
  friend class GroupMaker;
  std::string file_;
  int dimension_ = 0, space_dimension_ = 3;
  bool is_axisymmetric_ = false;
  double axis_tolerance_ = 0, thickness_ = 1;
  std::shared_ptr<const la::Layout> layout_;
  std::vector<double> points_;
  std::vector<std::int64_t> node_tags_, node_positions_;
  std::vector<CellBlock> blocks_;
  std::vector<Group> groups_;
};

}  // namespace tenon::mesh
