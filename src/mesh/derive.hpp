// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Kind of a derived mesh.
enum class DerivedKind : std::uint8_t {
  part,                ///< cells of the mesh or of a group, unchanged
  points,              ///< one point for each node
  surface,             ///< the boundary: faces of solids, lines of faces
  faces,               ///< every face of solids once, including interior faces
  edges,               ///< one line for each edge
  linear,              ///< first-order cells
  quadratic,           ///< second-order cells without central nodes: tri6, quad8, tet10, hex20, prism15
  complete_quadratic,  ///< second-order cells with nodes at the centres of faces and cells: quad9, hex27
  tets,                ///< tetrahedra into which the solids are divided
  prisms,              ///< two prisms for each hexahedron
  triangles            ///< triangles into which the faces are divided
};

/// Returns the kind with a name, such as "complete-quadratic".
/// @throws InputError whose message lists the kinds
DerivedKind derivedKind(const std::string& name);

/// Specification of a derived mesh.
struct Derivation {
  DerivedKind kind = DerivedKind::part;  ///< kind of the derived mesh
  /// Restricts the source to the cells of highest dimension (for points: nodes) of this group;
  /// empty for all.
  std::string group{};
  /// Number of tetrahedra per hexahedron. 6 is possible for any mesh; 5 requires that the vertices
  /// can be coloured with two colours such that the ends of each edge differ.
  int tets_per_hex = 6;
  /// Direction of the prisms: they stand along the axis of each hexahedron that is nearest to it.
  /// Zero: from nodes 0-3 to nodes 4-7.
  base::Vec3 along = base::Vec3::Zero();
};

/// Cell of the source mesh.
struct SourceCell {
  CellType type{};                       ///< cell type
  std::int64_t position = -1, tag = -1;  ///< index among the cells of this type, and number in the mesh file
};

/// Mesh derived from another mesh on the same ranks, with its relation to the source.
struct DerivedMesh {
  Mesh mesh;  ///< derived mesh
  /// Positions of owned nodes: node i lies at sum_k weights[k] x(nodes[k]), k in [starts[i],
  /// starts[i + 1]), with global node numbers of the source. A node is a node of the source with
  /// weight 1, or the mean of the vertices of an edge, face or cell. On second-order entities
  /// without a node at their centre, the weights are the shape functions at the centre. The weights
  /// of a node sum to 1.
  std::vector<std::size_t> starts;
  std::vector<GlobalIndex> nodes;  ///< global numbers of source nodes, see starts
  std::vector<double> weights;     ///< weights of source nodes, see starts
  /// [blocks][cells, ghosts included] source cell that contains the derived cell; among several
  /// cells with this face, edge or node, the first.
  std::vector<std::vector<SourceCell>> cells;
};

/// Derives a mesh from another.
///
/// The result does not depend on the partition. Nodes of the source keep their numbers (tags); new
/// nodes get numbers above them. Positions are ordered as in the source, followed by nodes on
/// edges, on faces, and in cells. A cell that corresponds to exactly one source cell keeps its
/// number.
///
/// A derived cell belongs to each group that has a cell which contains it. Cells of lower dimension
/// in groups are kept if their nodes are. A new node belongs to a group of nodes if all nodes that
/// define it do.
///
/// Tetrahedra and triangles: a cell is the cone from its lowest vertex (by position in the file)
/// over its faces, which are divided in the same manner, so that neighbours agree on each diagonal.
/// With 5 tetrahedra per hexahedron there is one on the vertices of one colour, and four corners.
/// Second-order cells keep their curved edges. Prisms: the lowest vertex of each column of
/// hexahedra determines the diagonals.
///
/// @throws InputError on all ranks if the group does not exist, if there are no suitable cells, or
///   if cells cannot be divided in this way
/// @note Collective.
/// @see C. W. Lee, Regular triangulations of convex polytopes (1991): "pulling"
DerivedMesh derive(const Mesh& source, const Derivation& derivation);

/// Returns the global number of the derived node that corresponds to each node, [local nodes of the
/// source]; -1 if there is none.
/// @note Collective.
std::vector<GlobalIndex> derivedNodes(const Mesh& source, const DerivedMesh& derived);

/// Returns the derived cells of each source cell, [blocks of the source][owned cells], with type,
/// position and tag, in ascending order.
/// @note Collective.
std::vector<std::vector<std::vector<SourceCell>>> derivedCells(const Mesh& source, const DerivedMesh& derived);

}  // namespace tenon::mesh
