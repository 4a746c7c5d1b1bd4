#pragma once
#include <array>
#include <functional>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

/// Coordinates x, y, z.
using Point = std::array<double, 3>;

/// Options of box().
struct BoxOptions {
  /// Maps each node of the straight box, including midside nodes, to a curved mesh.
  std::function<Point(const Point&)> map;
  /// Returns the rank that owns the cell with a given centroid in the straight box. Default: the
  /// box is divided into equal boxes.
  std::function<int(const Point& centroid)> part;
};

/// Generates a box [low, high] of cells[0] x cells[1] x cells[2] bricks, each of which is one
/// hexahedron, 2 prisms, 6 tetrahedra (around the diagonal from its lowest to its highest corner)
/// or 6 pyramids (with the centre as apex). For face types it generates a rectangle in the plane z
/// = low[2] of cells[0] x cells[1] quadrilaterals or twice as many triangles; cells[2] is ignored.
///
/// Each rank generates its own part. Groups: "all"; the sides "xmin", "xmax", "ymin", "ymax",
/// "zmin", "zmax" (only the first four for face types), whose cells are oriented outward. Tags and
/// positions do not depend on the number of ranks.
/// @throws InputError if a count is below 1 or if the cell type is a point or a line
/// @note Collective.
Mesh box(const base::Communicator& comm, CellType type, std::array<int, 3> cells, const Point& low = {0, 0, 0},
         const Point& high = {1, 1, 1}, const BoxOptions& options = {});

}  // namespace tenon::mesh
