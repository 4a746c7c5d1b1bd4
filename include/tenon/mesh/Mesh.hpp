// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "tenon/la/layout/Layout.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

using base::GlobalIndex;
using base::LocalIndex;

/// Cells of one type on this rank: first the owned cells, then the ghost cells, which are all other
/// cells that contain an owned node. Each cell of the mesh is owned by exactly one rank.
struct CellBlock {
  CellType type;                   ///< cell type
  LocalIndex num_owned = 0;        ///< number of owned cells
  std::vector<LocalIndex> nodes;   ///< local node numbers, [cells][nodes of a cell], in Gmsh's node order
  std::vector<std::int64_t> tags;  ///< number of each cell in the mesh file, [cells]
  /// Index of each cell among the cells of this type in the mesh file, from 0, [cells].
  std::vector<std::int64_t> positions;

  /// Returns the number of cells, ghosts included.
  LocalIndex numCells() const { return static_cast<LocalIndex>(tags.size()); }
  /// Returns the local node numbers of a cell, [nodes of a cell], in Gmsh's node order.
  const LocalIndex* nodesOf(LocalIndex cell) const {
    return nodes.data() + static_cast<std::size_t>(cell) * static_cast<std::size_t>(info(type).num_nodes);
  }
};

/// Named group of cells and nodes. A physical group of a mesh file has cells of one dimension. A
/// group that a case defines may have nodes, faces and cells, of which each feature uses the
/// dimension that it needs. Every rank has the same names, possibly without local cells.
struct Group {
  /// Dimension of groups that may have cells of several dimensions.
  static constexpr int any_dimension = -1;

  std::string name;                            ///< name of the group
  int dimension;                               ///< dimension of the cells, or any_dimension
  std::vector<std::vector<LocalIndex>> cells;  ///< owned and ghost cells, ascending, [blocks of the mesh][cells]
  std::vector<LocalIndex> nodes{};             ///< nodes in addition to those of the cells; owned and ghost, ascending
  /// Flag for each dimension: true if any rank has nodes, lines, faces or volumes, respectively;
  /// used with any_dimension.
  std::array<bool, 4> has_cells_of{};

  /// Returns true if any rank has cells of dimension `wanted` (0: nodes). The result is the same on
  /// every rank.
  bool hasCellsOf(int wanted) const {
    return dimension == any_dimension ? has_cells_of[static_cast<std::size_t>(wanted)] : dimension == wanted;
  }
};

/// Part of a distributed mesh on this rank. Every rank has the same blocks (types) and groups, in
/// the same order. The functions are not collective unless their comments state otherwise.
class Mesh {
 public:
  /// Returns the name of the mesh file; "box" for meshes of box().
  const std::string& file() const { return file_; }
  /// Returns the communicator.
  const base::Communicator& comm() const { return layout_->comm(); }
  /// Returns the highest dimension of any cell: 3 for solids, 2 for plane problems and surfaces in
  /// 3D, 1 for lines.
  int dimension() const { return dimension_; }
  /// Returns the space dimension, 3 or 2: the value of setSpaceDimension(), or 2 for faces with a
  /// common z, else 3.
  int spaceDimension() const { return space_dimension_; }
  /// Sets the space dimension: embeds a plane surface in 3D, or points and lines in 2D.
  /// @param dimension  2 or 3
  /// @throws InputError if the dimension is 2 and the cells do not lie in a plane of constant z
  /// @note Not collective, but must be called on every rank.
  void setSpaceDimension(int dimension);
  /// Returns true if the mesh is the meridian plane (x, y) = (r, z) of a body of revolution, where
  /// each node is a ring about the axis x = 0.
  bool isAxisymmetric() const { return is_axisymmetric_; }
  /// Makes the mesh axisymmetric. Integrals are then over the whole circumference.
  /// @throws InputError on all ranks if the mesh does not lie in a plane of constant z or if a node
  ///   has x < 0
  /// @note Collective.
  void makeAxisymmetric();
  /// Returns true if a local node of an axisymmetric mesh lies on the axis, to round-off (1e-12)
  /// relative to the largest coordinate of the mesh.
  bool isOnAxis(LocalIndex node) const { return points_[3 * static_cast<std::size_t>(node)] <= axis_tolerance_; }
  /// Returns the thickness of a plane mesh: dV = thickness dA, dA = thickness ds. The value is 1
  /// for three-dimensional and axisymmetric meshes.
  double thickness() const { return thickness_; }
  /// Sets the thickness of a plane mesh.
  /// @param thickness  thickness, in units of length
  /// @throws InputError if the mesh is three-dimensional or axisymmetric, or if the thickness is
  ///   not positive and finite
  /// @note Not collective, but must be called on every rank.
  void setThickness(double thickness);
  /// Returns the layout of the nodes.
  const la::Layout& layout() const { return *layout_; }
  /// Returns the layout of the nodes with shared ownership.
  std::shared_ptr<const la::Layout> sharedLayout() const { return layout_; }

  gsl::span<const double> points() const { return points_; }  ///< reference positions [length], [numLocal x 3]
  gsl::span<const std::int64_t> nodeTags() const { return node_tags_; }  ///< node numbers in the mesh file, [numLocal]
  /// Returns the index of each node, [numLocal], among the used nodes in the order of the mesh
  /// file, from 0. The index is independent of the partition.
  gsl::span<const std::int64_t> nodePositions() const { return node_positions_; }

  /// Returns the cells, by type.
  const std::vector<CellBlock>& blocks() const { return blocks_; }
  /// Returns the groups.
  const std::vector<Group>& groups() const { return groups_; }

  /// Returns the group with a name. If several groups of different dimensions share the name,
  /// `dimension` selects one.
  /// @param name       name of the group
  /// @param dimension  dimension of the cells, 0 to 3; any_dimension if the name is unique
  /// @throws InputError if there is no such group; the message lists the groups and the nearest
  ///   name
  /// @note Not collective; the result is the same on every rank.
  const Group& group(const std::string& name, int dimension = Group::any_dimension) const;

  /// Returns the local nodes, ghosts included, that belong to the group or to any of its cells on
  /// any rank; ascending.
  /// @note Collective.
  std::vector<LocalIndex> nodesOf(const Group& group) const;

 private:
  friend class MeshBuilder;
  friend class GroupBuilder;
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
