// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "shapes.hpp"

#include <array>

namespace tenon::fem {
namespace {

using Coordinates = std::array<std::array<double, 3>, 27>;

/// Sets the mid-edge nodes of the second-order cell type of a shape, after its vertices.
template <std::size_t edges>
void placeMiddles(Coordinates& x, int num_vertices, const int (&edge)[edges][2]) {
  for (std::size_t e = 0; e < edges; ++e)
    for (std::size_t d = 0; d < 3; ++d)
      x[static_cast<std::size_t>(num_vertices) + e][d] =
          0.5 * (x[static_cast<std::size_t>(edge[e][0])][d] + x[static_cast<std::size_t>(edge[e][1])][d]);
}

Coordinates coordinatesOf(Shape shape) {
  Coordinates x{};
  switch (shape) {
    case Shape::point:
      break;
    case Shape::line:
      for (std::size_t a = 0; a < 3; ++a) x[a][0] = detail::line_nodes[a];
      break;
    case Shape::triangle:
      x[1][0] = x[2][1] = 1;
      placeMiddles(x, 3, detail::triangle_edges);
      break;
    case Shape::quadrilateral:
      for (std::size_t a = 0; a < 9; ++a) x[a] = {detail::square_nodes[a][0], detail::square_nodes[a][1], 0};
      break;
    case Shape::tetrahedron:
      x[1][0] = x[2][1] = x[3][2] = 1;
      placeMiddles(x, 4, detail::tetrahedron_edges);
      break;
    case Shape::hexahedron:
      for (std::size_t a = 0; a < 27; ++a)
        x[a] = {detail::cube_nodes[a][0], detail::cube_nodes[a][1], detail::cube_nodes[a][2]};
      break;
    case Shape::prism:
      for (std::size_t a = 0; a < 6; ++a) x[a] = {a % 3 == 1 ? 1.0 : 0.0, a % 3 == 2 ? 1.0 : 0.0, a < 3 ? -1.0 : 1.0};
      placeMiddles(x, 6, detail::prism_edges);
      break;
    case Shape::pyramid:
      for (std::size_t a = 0; a < 4; ++a) x[a] = {detail::square_nodes[a][0], detail::square_nodes[a][1], 0};
      x[4] = {0, 0, 1};
      break;
  }
  return x;
}

constexpr int num_shapes = 8;

}  // namespace

const double* nodeCoordinates(CellType type, int a) {
  static const std::array<Coordinates, num_shapes> all = [] {
    std::array<Coordinates, num_shapes> table;
    for (int s = 0; s < num_shapes; ++s) table[static_cast<std::size_t>(s)] = coordinatesOf(static_cast<Shape>(s));
    return table;
  }();
  return all[static_cast<std::size_t>(shapeOf(type))][static_cast<std::size_t>(a)].data();
}

namespace {

/// Calls work(CellTag) for a cell type of any dimension.
template <class Work>
void withAnyCellType(CellType type, Work&& work) {
  switch (dimensionOf(type)) {
    case 0:
      return withCellType<0>(type, work);
    case 1:
      return withCellType<1>(type, work);
    case 2:
      return withCellType<2>(type, work);
    default:
      return withCellType<3>(type, work);
  }
}

}  // namespace

void shapeFunctions(CellType type, const double* xi, double* N) {
  withAnyCellType(type, [&](auto cell) { shapeFunctions<decltype(cell)::type>(xi, N); });
}

void shapeGradients(CellType type, const double* xi, double* dN) {
  withAnyCellType(type, [&](auto cell) { shapeGradients<decltype(cell)::type>(xi, dN); });
}

}  // namespace tenon::fem
