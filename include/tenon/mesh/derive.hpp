#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// What is made of a mesh.
enum class DerivedKind : std::uint8_t {
  part,                ///< the cells as they are
  points,              ///< its nodes
  surface,             ///< the boundary: faces of solids, lines of faces
  faces,               ///< every face of solids once, inner ones too
  edges,               ///< every edge once
  linear,              ///< cells of first order
  quadratic,           ///< cells of second order: tri6, quad8, tet10, hex20, prism15
  complete_quadratic,  ///< the same with nodes in the middle of faces and cells: quad9, hex27
  tets,                ///< solids cut into tetrahedra
  prisms,              ///< each hexahedron cut into two prisms
  triangles            ///< faces cut into triangles
};

/// The kind of that name ("complete-quadratic"); InputError that lists them.
DerivedKind derivedKind(const std::string& name);

struct Derivation {
  DerivedKind kind = DerivedKind::part;
  std::string group{};  ///< only of the cells of highest dimension of this group (points: of its nodes); empty: of all
  /// Of a hexahedron. 6: whatever the mesh. 5 needs a mesh whose vertices take two colours so that each edge has both.
  int tets_per_hex = 6;
  /// Prisms stand along the axis of each hexahedron that is nearest to this; zero: from its nodes 0-3 to 4-7.
  base::Vec3 along = base::Vec3::Zero();
};

/// A cell of another mesh: its type, its place among the cells of that type, its number in the mesh file.
struct SourceCell {
  CellType type{};
  std::int64_t position = -1, tag = -1;
};

/// A mesh made of another on the same ranks, and what it was made of.
struct DerivedMesh {
  Mesh mesh;
  /// Owned node i lies at sum_k weights[k] x(nodes[k]), k in [starts[i], starts[i + 1]): global numbers of the source.
  /// One node with weight 1, the mean of the vertices of an edge, face or cell, or, where these are of second order
  /// without a node there, their shape functions in the middle. Weights sum to 1.
  std::vector<std::size_t> starts;
  std::vector<GlobalIndex> nodes;
  std::vector<double> weights;
  /// [blocks][cells, ghosts included] the cell it is a piece of; of several with this face, edge or node the first.
  std::vector<std::vector<SourceCell>> cells;
};

/// Makes one mesh of another. Collective.
///
/// Nothing depends on the partition. Nodes of the source keep their numbers (tags), new ones get numbers above; nodes
/// are placed (positions) as in the source, then those on edges, on faces, in cells. Cells made one of one keep their
/// numbers. A derived cell belongs to each group that has a cell which contains it, lower cells in groups come along
/// where their nodes do; a new node belongs to a group of nodes when all nodes that it lies between do.
///
/// Tetrahedra and triangles: a cell is the cone from its lowest vertex over its faces, cut in the same manner, so that
/// neighbours agree on each diagonal (lowest by place in the file; C. W. Lee, Regular triangulations of convex
/// polytopes, 1991: "pulling"); 5 per hexahedron: the one on its vertices of one colour, and four corners. Second-order
/// cells keep their curved edges. Prisms: diagonals as the lowest vertex of each column of hexahedra has them.
///
/// InputError, the same on all ranks: no such group, nothing to make it of, cells that cannot be cut so.
DerivedMesh derive(const Mesh& source, const Derivation& how);

/// [local nodes of the source] the derived node that each became, -1 where none did. Collective.
std::vector<GlobalIndex> derivedNodes(const Mesh& source, const DerivedMesh& derived);

/// [blocks of the source][owned cells] the derived cells with SourceCell there: type, position, tag, ascending.
/// Collective.
std::vector<std::vector<std::vector<SourceCell>>> derivedCells(const Mesh& source, const DerivedMesh& derived);

}  // namespace tenon::mesh
