// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <functional>

#include "tenon/mesh/Mesh.hpp"

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

}  // namespace tenon::mesh
