#pragma once
#include <array>
#include <functional>

#include "tenon/mesh/Mesh.hpp"

namespace tenon::mesh {

using Point = std::array<double, 3>;

struct BoxOptions {
  /// Moves each node of the straight box: a curved mesh. Middle nodes are moved like any other.
  std::function<Point(const Point&)> map;
  /// Rank that is to own the cell of that centroid (of the straight box); by default the box is cut into equal boxes.
  std::function<int(const Point& centroid)> part;
};

/// A box [low, high] of cells[0] x cells[1] x cells[2] little boxes, each one hex, 2 prisms, 6 tets (round the diagonal
/// from its lowest to its highest corner) or 6 pyramids (with the middle as apex). For faces a rectangle in the plane
/// z = low[2] of cells[0] x cells[1] quadrangles or twice as many triangles; cells[2] is ignored.
///
/// Made in parallel, each rank its own part. Groups: "all"; the sides "xmin", "xmax", "ymin", "ymax", "zmin", "zmax"
/// (the first four in the plane), whose cells look outward. Tags and positions do not depend on the ranks. Collective.
/// InputError for counts below 1 and for points and lines.
Mesh box(const base::Communicator& comm, CellType type, std::array<int, 3> cells, const Point& low = {0, 0, 0},
         const Point& high = {1, 1, 1}, const BoxOptions& options = {});

}  // namespace tenon::mesh
