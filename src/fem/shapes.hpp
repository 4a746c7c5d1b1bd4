// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Dual.hpp"
#include "tenon/fem/cells.hpp"

// Shape functions N_a of every cell type, on Gmsh's reference cells and in Gmsh's node order:
//   line [-1,1]
//   triangle and tetrahedron with corners 0, e_i
//   quadrilateral and hexahedron [-1,1]^d
//   prism = triangle x [-1,1]
//   pyramid with base [-1,1]^2 at 0 and apex (0,0,1)
// The nodes of a lower-order cell type are the first nodes of the higher-order types. Source: Gmsh
// reference manual, "Node ordering".
namespace tenon::fem {

/// Returns the reference coordinates of node a of a cell type, 3 numbers (those beyond its
/// dimension are 0).
const double* nodeCoordinates(CellType type, int a);

/// Computes the shape functions N[numNodes] at `xi`[dimension].
void shapeFunctions(CellType type, const double* xi, double* N);

/// Computes the gradients dN[numNodes][dimension] = dN_a / dxi_j at `xi` by automatic
/// differentiation. Not defined at the apex of a pyramid, where the gradient depends on the
/// direction of approach.
void shapeGradients(CellType type, const double* xi, double* dN);

namespace detail {

inline constexpr int triangle_edges[3][2] = {{0, 1}, {1, 2}, {2, 0}};
inline constexpr int tetrahedron_edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}};
inline constexpr int prism_edges[9][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}};

inline constexpr double line_nodes[3] = {-1, 1, 0};
inline constexpr double square_nodes[9][2] = {{-1, -1}, {1, -1}, {1, 1},  {-1, 1}, {0, -1},
                                              {1, 0},   {0, 1},  {-1, 0}, {0, 0}};
inline constexpr double cube_nodes[27][3] = {
    {-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1},  {-1, 1, 1}, {0, -1, -1},
    {-1, 0, -1},  {-1, -1, 0}, {1, 0, -1}, {1, -1, 0},  {0, 1, -1},  {1, 1, 0},  {-1, 1, 0}, {0, -1, 1}, {-1, 0, 1},
    {1, 0, 1},    {0, 1, 1},   {0, 0, -1}, {0, -1, 0},  {-1, 0, 0},  {1, 0, 0},  {0, 1, 0},  {0, 0, 1},  {0, 0, 0}};

/// Returns one factor of a tensor-product function: the polynomial that is 1 at `node` (-1, 0 or 1)
/// and 0 at the other nodes.
template <class T>
T lagrange(int order, double node, const T& x) {
  if (order == 1) return 0.5 * (1.0 + node * x);
  return node == 0.0 ? 1.0 - x * x : 0.5 * x * (x + node);
}

/// Returns the serendipity function (quad8, hex20) of the node with coordinates `node`.
template <int dim, class T>
T serendipity(const double* node, const T* x) {
  T product = 1.0 + 0.0 * x[0], sum = 1.0 - dim + 0.0 * x[0];
  bool corner = true;
  for (int d = 0; d < dim; ++d) {
    if (node[d] == 0.0) {
      product = product * (1.0 - x[d] * x[d]);
      corner = false;
    } else {
      product = product * (0.5 * (1.0 + node[d] * x[d]));
      sum = sum + node[d] * x[d];
    }
  }
  return corner ? product * sum : product;
}

/// Computes the functions of a first- or second-order simplex from its barycentric coordinates L.
template <int vertices, int edges, class T>
void simplex(const T* L, int order, const int (&edge)[edges][2], T* N) {
  for (int a = 0; a < vertices; ++a) N[a] = order == 1 ? L[a] : L[a] * (2.0 * L[a] - 1.0);
  if (order == 2)
    for (int e = 0; e < edges; ++e) N[vertices + e] = 4.0 * L[edge[e][0]] * L[edge[e][1]];
}

template <class T>
void prism(const T* xi, int order, T* N) {
  const T L[3] = {1.0 - xi[0] - xi[1], xi[0], xi[1]};
  const T& z = xi[2];
  for (int a = 0; a < 6; ++a) {
    const double side = a < 3 ? -1.0 : 1.0;
    const T& l = L[a % 3];
    const T linear = 0.5 * l * (1.0 + side * z);
    N[a] = order == 1 ? linear : linear * (2.0 * l - 2.0 + side * z);
  }
  if (order == 1) return;
  for (int e = 0; e < 9; ++e) {
    const int a = prism_edges[e][0], b = prism_edges[e][1];
    const double side = a < 3 ? -1.0 : 1.0;
    N[6 + e] = b == a + 3 ? L[a] * (1.0 - z * z) : 2.0 * L[a % 3] * L[b % 3] * (1.0 + side * z);
  }
}

/// Computes the rational functions of the pyramid. They are bilinear on the base and linear on the
/// other faces, so that the pyramid is compatible with tetrahedra and hexahedra.
template <class T>
void pyramid(const T* xi, T* N) {
  const T height = 1.0 - xi[2];
  const T twist = [&]() -> T {
    if constexpr (std::is_same_v<T, double>)
      if (height == 0.0) return 0.0;  // limit at the apex
    return xi[0] * xi[1] / height;
  }();
  for (int a = 0; a < 4; ++a) {
    const double sx = square_nodes[a][0], sy = square_nodes[a][1];
    N[a] = 0.25 * (height + sx * xi[0] + sy * xi[1] + sx * sy * twist);
  }
  N[4] = xi[2];
}

}  // namespace detail

/// Computes the shape functions N[numNodes] at xi[dimension]. T is double or Dual<double>.
template <CellType type, class T>
void shapeFunctions(const T* xi, T* N) {
  constexpr Shape shape = shapeOf(type);
  constexpr int order = orderOf(type), n = numNodes(type);
  if constexpr (shape == Shape::point) {
    N[0] = 1.0;
  } else if constexpr (shape == Shape::line) {
    for (int a = 0; a < n; ++a) N[a] = detail::lagrange(order, detail::line_nodes[a], xi[0]);
  } else if constexpr (shape == Shape::triangle) {
    const T L[3] = {1.0 - xi[0] - xi[1], xi[0], xi[1]};
    detail::simplex<3>(L, order, detail::triangle_edges, N);
  } else if constexpr (shape == Shape::tetrahedron) {
    const T L[4] = {1.0 - xi[0] - xi[1] - xi[2], xi[0], xi[1], xi[2]};
    detail::simplex<4>(L, order, detail::tetrahedron_edges, N);
  } else if constexpr (type == CellType::quad8) {
    for (int a = 0; a < n; ++a) N[a] = detail::serendipity<2>(detail::square_nodes[a], xi);
  } else if constexpr (type == CellType::hex20) {
    for (int a = 0; a < n; ++a) N[a] = detail::serendipity<3>(detail::cube_nodes[a], xi);
  } else if constexpr (shape == Shape::quadrilateral) {
    for (int a = 0; a < n; ++a)
      N[a] = detail::lagrange(order, detail::square_nodes[a][0], xi[0]) *
             detail::lagrange(order, detail::square_nodes[a][1], xi[1]);
  } else if constexpr (shape == Shape::hexahedron) {
    for (int a = 0; a < n; ++a)
      N[a] = detail::lagrange(order, detail::cube_nodes[a][0], xi[0]) *
             detail::lagrange(order, detail::cube_nodes[a][1], xi[1]) *
             detail::lagrange(order, detail::cube_nodes[a][2], xi[2]);
  } else if constexpr (shape == Shape::prism) {
    detail::prism(xi, order, N);
  } else {
    detail::pyramid(xi, N);
  }
}

/// Computes the gradients dN[numNodes][dimension] at xi.
template <CellType type>
void shapeGradients(const double* xi, double* dN) {
  constexpr int dim = dimensionOf(type), n = numNodes(type);
  for (int j = 0; j < dim; ++j) {
    Dual<double> x[3], N[n];
    for (int d = 0; d < dim; ++d) x[d] = Dual<double>(xi[d], d == j ? 1.0 : 0.0);
    shapeFunctions<type>(x, N);
    for (int a = 0; a < n; ++a) dN[a * dim + j] = N[a].slope;
  }
}

}  // namespace tenon::fem
