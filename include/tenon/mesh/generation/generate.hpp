// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::base {
template <class Product, class... Args>
class Registry;
}  // namespace tenon::base

// Meshes that are not read from files: boxes, and meshes derived from other meshes.
namespace tenon::mesh {

/// Coordinates x, y and z of a point [length].
using Point = std::array<double, 3>;

/// Options of box().
struct BoxOptions {
  /// Function that maps each node of the straight box, including midside nodes, to its position in
  /// the mesh, for example to create curved bodies.
  std::function<Point(const Point&)> map;
  /// Function that returns the rank that owns the cell with the given centroid in the straight box.
  /// By default, the box is divided into subdomains with nearly equal numbers of bricks.
  std::function<int(const Point& centroid)> part;
};

/// Generates a mesh of the box [low, high] with cells[0] x cells[1] x cells[2] bricks. Each brick
/// consists of one hexahedron, 2 prisms, 6 tetrahedra that share the diagonal from its lowest to
/// its highest corner, or 6 pyramids whose apex is its centre. For face types the mesh is a
/// rectangle at z = low[2] with cells[0] x cells[1] quadrilaterals or twice as many triangles;
/// cells[2] is then ignored.
///
/// Each rank generates its own part. The groups are "all" and the sides "xmin", "xmax", "ymin",
/// "ymax", "zmin" and "zmax" (only the first four for face types), whose cells are oriented
/// outward. Tags and positions do not depend on the number of ranks.
/// @param comm     ranks among which the cells are distributed
/// @param type     type of the cells: a face or a solid
/// @param cells    number of bricks, or of quadrilaterals, along x, y and z
/// @param low      corner of the box with the smallest coordinates [length]
/// @param high     corner of the box with the largest coordinates [length]
/// @param options  deformation of the box and distribution of its cells
/// @return this rank's part of the mesh
/// @throws InputError if a number of bricks is less than 1, or if the cell type is a point or a
///   line
/// @note Collective.
Mesh box(const base::Communicator& comm, CellType type, std::array<int, 3> cells, const Point& low = {0, 0, 0},
         const Point& high = {1, 1, 1}, const BoxOptions& options = {});

/// Location of a node of a derived cell in its source cell: the mean of some of the vertices of the
/// source cell, with one bit for each vertex. Cells that share these vertices share the node.
using NodeSite = std::uint32_t;
/// Returns the site at the mean of the vertices with these indices in the source cell.
inline NodeSite siteOf(std::initializer_list<int> vertices) {
  NodeSite site = 0;
  for (const int v : vertices) site |= NodeSite{1} << static_cast<unsigned>(v);
  return site;
}

/// Cell made of a part of a source cell, with nodes at sites of the source cell.
struct Piece {
  CellType type;                ///< type of the derived cell
  std::vector<NodeSite> sites;  ///< sites of its nodes, in Gmsh's order
};

/// Type of derived mesh: the rule by which a mesh is derived from another one. A type is registered
/// in derivations(), or in simulation::Registries::derivations, and selected by the key `to` of the
/// block `derive` of an object. Selection, numbering, distribution and groups are common to all
/// types.
class Derivation {
 public:
  /// Parts of the source that become derived cells.
  enum class Source : std::uint8_t {
    cells,     ///< pieces of the cells, see divide()
    entities,  ///< each face, or each edge, of the cells once
    boundary,  ///< faces of solids, or lines of faces, that belong to one cell only
    nodes      ///< nodes, as points
  };
  /// Function that returns the pieces of a cell, at most 32. It is called for the selected cells
  /// and for cells of lower dimension that belong to groups. If the list is empty, the cell has no
  /// counterpart in the derived mesh. An InputError applies to the whole mesh.
  using Division = std::function<std::vector<Piece>(std::size_t block, LocalIndex cell)>;

  Derivation() = default;
  Derivation(const Derivation&) = delete;
  Derivation& operator=(const Derivation&) = delete;
  virtual ~Derivation() = default;

  /// Returns the parts of the source that become derived cells.
  virtual Source source() const { return Source::cells; }
  /// Returns the dimension of the derived cells.
  /// @param of_source  dimension of the selected cells of the source
  virtual int dimension(int of_source) const { return of_source; }
  /// Returns the kind of cells that the type requires, such as "solids", if the mesh cannot be
  /// derived from cells of the given dimension; otherwise an empty string.
  virtual std::string requiredCells(int /*of_source*/) const { return {}; }
  /// Returns true if each derived cell keeps the number of its source cell.
  virtual bool keepsNumbers() const { return false; }
  /// Returns the function that divides cells. By default, cells are not changed.
  /// @param source    source mesh, which exists while the function is used
  /// @param selected  [blocks][cells, ghosts included] nonzero for the cells to be divided; exists
  ///   while the function is used
  /// @throws InputError on all ranks if the mesh cannot be divided in this way
  /// @note Collective.
  virtual Division divide(const Mesh& source, const std::vector<std::vector<char>>& selected) const;
};

/// Returns the registry of the types of derived meshes of the program.
base::Registry<Derivation>& derivations();

}  // namespace tenon::mesh
