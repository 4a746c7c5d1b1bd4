// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "ShapeTable.hpp"
#include "gather.hpp"

// Sum factorisation. On cells whose shape functions and Gauss points are products of those of a
// line, an integral over n^d points takes d sums over n numbers for each point instead of one sum
// over n^d numbers.
// Sources: Orszag, "Spectral methods for problems in complex geometries", J. Comput. Phys. 37
// (1980); Kronbichler and Kormann, "A generic interface for parallel cell-based finite element
// operator application", Computers & Fluids 63 (2012); for derivatives between Gauss points
// Kronbichler and Kormann, "Fast matrix-free evaluation of discontinuous Galerkin finite element
// operators", ACM TOMS 45 (2019).
namespace tenon::fem {

/// Returns true for cell types whose shape functions are products of functions of lines, or sums of
/// such products.
constexpr bool isTensorProduct(CellType type) {
  return shapeOf(type) == Shape::quadrilateral || shapeOf(type) == Shape::hexahedron;
}

/// Line with n = 2 or 3 nodes, in ascending order, and its n Gauss points. Nodes and points are
/// symmetric about the centre, which is a node and a point if n is odd. The interpolation therefore
/// consists of three numbers:
///   v(-g), v(g) = even (v_0 + v_2) + middle v_1 +- odd (v_0 - v_2),  v(0) = v_1
template <int n>
struct GaussLine {
  double even, odd, middle = 0;  ///< coefficients of the interpolation
  double weight[n];              ///< Gauss weights
  /// Derivative slope[q][p] at point q of the polynomial that is 1 at point p and 0 at the others.
  double slope[n][n];

  GaussLine() {
    const QuadratureRule rule = quadrature(CellType::line2, 2 * n - 1);
    double point[n], at_first[n];
    for (int q = 0; q < n; ++q) {
      point[q] = rule.points[static_cast<std::size_t>(q)][0];
      weight[q] = rule.weights[static_cast<std::size_t>(q)];
    }
    for (int a = 0; a < n; ++a) at_first[a] = detail::lagrange(n - 1, -1.0 + 2.0 * a / (n - 1), point[0]);
    even = 0.5 * (at_first[0] + at_first[n - 1]);
    odd = 0.5 * (at_first[0] - at_first[n - 1]);
    if (n == 3) middle = at_first[1];
    for (int q = 0; q < n; ++q)
      for (int p = 0; p < n; ++p) slope[q][p] = slopeAt(point, q, p);
  }

  /// Transforms nodal values to values at the points, in place.
  void toPoints(Lane& first, Lane& last) const {
    const Lane sum = even * (first + last), difference = odd * (first - last);
    first = sum + difference;
    last = sum - difference;
  }
  /// Transforms the nodal values of a line with three nodes to values at the points, in place.
  void toPoints(Lane& first, const Lane& centre, Lane& last) const {
    const Lane sum = even * (first + last) + middle * centre, difference = odd * (first - last);
    first = sum + difference;
    last = sum - difference;
  }
  /// Applies the transposed map in place: integrals against the polynomials of the points become
  /// integrals against those of the nodes.
  void toNodes(Lane& first, Lane& last) const { toPoints(first, last); }
  /// Applies the transposed map for a line with three nodes, in place.
  void toNodes(Lane& first, Lane& centre, Lane& last) const {
    const Lane both = first + last, sum = even * both, difference = odd * (first - last);
    centre += middle * both;
    first = sum + difference;
    last = sum - difference;
  }

 private:
  static double slopeAt(const double (&point)[n], int q, int p) {
    double sum = 0, scale = 1;
    for (int k = 0; k < n; ++k) {
      if (k == p) continue;
      double product = 1;
      for (int m = 0; m < n; ++m)
        if (m != p && m != k) product *= point[q] - point[m];
      sum += product;
      scale *= point[p] - point[k];
    }
    return sum / scale;
  }
};

/// Map from the nodes of a cell type, in Gmsh's order, to a grid of points with x fastest. For
/// quad8 and hex20 the grid also contains the points that these types lack in comparison with quad9
/// and hex27.
template <CellType type>
struct Grid {
  /// Numbers of nodes and space dimensions.
  static constexpr int nodes = numNodes(type), dim = dimensionOf(type);
  static constexpr int points_per_line = orderOf(type) + 1;  ///< number of points along each axis
  static constexpr int points =
      dim == 2 ? points_per_line * points_per_line
               : points_per_line * points_per_line * points_per_line;  ///< number of points of the grid

  /// Returns the grid point of node a.
  constexpr int operator()(int a) const { return places[static_cast<std::size_t>(a)]; }
  /// Returns the reference coordinates of node a of the full grid.
  static const double* coordinates(int a) {
    if constexpr (dim == 3)
      return detail::cube_nodes[a];
    else
      return detail::square_nodes[a];
  }

 private:
  static constexpr std::array<int, points> count() {
    std::array<int, points> made{};
    for (std::size_t a = 0; a < points; ++a)
      for (int d = dim - 1; d >= 0; --d) {
        const double x = dim == 3 ? detail::cube_nodes[a][d] : detail::square_nodes[a][d % 2];
        made[a] = points_per_line * made[a] + static_cast<int>(0.5 * (x + 1.0) * (points_per_line - 1));
      }
    return made;
  }
  static constexpr std::array<int, points> places = count();
};

/// Nodal field on `num_lanes` quadrilaterals or hexahedra, stored by its values at the Gauss
/// points; or integrals against shape functions before their transformation to the nodes. The
/// interface is that of PlainField.
template <CellType type>
class TensorField {
 public:
  /// Numbers of grid points, space dimensions and points along each axis.
  static constexpr int points = Grid<type>::points, dim = Grid<type>::dim,
                       points_per_line = Grid<type>::points_per_line;

  /// Returns the weight of quadrature point q.
  double weight(int q) const { return table_.weight[q]; }

  /// Gathers the nodal values of elements [first, first + num_lanes). @param nodal  [nodes × dim]
  void gather(const la::ElementTable& elements, LocalIndex first, const double* nodal) {
    fem::gather(elements, first, nodal, value_, Grid<type>{});
    for (int a = Grid<type>::nodes; a < points; ++a) clear(Grid<type>{}(a));
    for (const Share& share : table_.shares)
      for (int c = 0; c < dim; ++c) value_[share.missing][c] += share.weight * value_[share.node][c];
    forEachLine([&](auto&... values) { table_.line.toPoints(values...); });
  }

  /// Computes the value v at point q.
  void value(int q, Lane (&v)[dim]) const {
    for (int c = 0; c < dim; ++c) v[c] = value_[q][c];
  }
  /// Computes the gradient D[i][j] = dv_i/dxi_j at point q.
  void gradient(int q, Lane (&D)[dim][dim]) const {
    for (int d = 0, stride = 1; d < dim; ++d, stride *= points_per_line) {
      const int place = q / stride % points_per_line, start = q - place * stride;
      const double(&slope)[points_per_line] = table_.line.slope[place];
      for (int c = 0; c < dim; ++c) {
        D[c][d] = slope[0] * value_[start][c];
        for (int p = 1; p < points_per_line; ++p) D[c][d] += slope[p] * value_[start + p * stride][c];
      }
    }
  }

  /// Sets all values to zero.
  void clear() {
    for (int q = 0; q < points; ++q) clear(q);
  }
  /// Adds a value v at point q, to be multiplied by the shape functions.
  void addValue(int q, const Lane (&v)[dim]) {
    for (int c = 0; c < dim; ++c) value_[q][c] += v[c];
  }
  /// Adds a tensor T at point q, to be multiplied by the gradients of the shape functions.
  void addGradient(int q, const Lane (&T)[dim][dim]) {
    for (int d = 0, stride = 1; d < dim; ++d, stride *= points_per_line) {
      const int place = q / stride % points_per_line, start = q - place * stride;
      const double(&slope)[points_per_line] = table_.line.slope[place];
      for (int p = 0; p < points_per_line; ++p)
        for (int c = 0; c < dim; ++c) value_[start + p * stride][c] += slope[p] * T[c][d];
    }
  }
  /// Transforms the integrals to the nodes and adds the first `count` lanes to `nodal`, [nodes ×
  /// dim]. The field must not be used afterwards.
  void scatterAdd(const la::ElementTable& elements, LocalIndex first, int count, double* nodal) {
    forEachLine([&](auto&... values) { table_.line.toNodes(values...); });
    for (const Share& share : table_.shares)
      for (int c = 0; c < dim; ++c) value_[share.node][c] += share.weight * value_[share.missing][c];
    fem::scatterAdd(elements, first, count, value_, nodal, Grid<type>{});
  }

 private:
  /// Weight of a node in the value at a grid point where the cell type has no node.
  struct Share {
    int missing, node;
    double weight;
  };

  struct Table {
    GaussLine<points_per_line> line;
    std::vector<Share> shares;
    double weight[points];
    Table() {
      for (int q = 0; q < points; ++q) {
        weight[q] = 1;
        for (int d = 0, stride = 1; d < dim; ++d, stride *= points_per_line)
          weight[q] *= line.weight[q / stride % points_per_line];
      }
      constexpr Grid<type> grid;
      for (int a = grid.nodes; a < points; ++a) {
        double N[grid.nodes];
        shapeFunctions<type>(grid.coordinates(a), N);
        for (int b = 0; b < grid.nodes; ++b)
          if (N[b] != 0.0) shares.push_back({grid(a), grid(b), N[b]});
      }
    }
    static const Table& get() {
      static const Table table;
      return table;
    }
  };

  void clear(int q) {
    for (Lane& component : value_[q]) component = Lane{};
  }

  /// Calls map(values along one line of points) for all lines along x, then y, then z.
  template <class Map>
  void forEachLine(const Map& map) {
    forEachLineAlong<1>(map);
    forEachLineAlong<points_per_line>(map);
    if constexpr (dim == 3) forEachLineAlong<points_per_line * points_per_line>(map);
  }
  template <int stride, class Map>
  void forEachLineAlong(const Map& map) {
    for (int layer = 0; layer < points; layer += points_per_line * stride)
      for (int start = layer; start < layer + stride; ++start)
        for (int c = 0; c < dim; ++c) {
          if constexpr (points_per_line == 2)
            map(value_[start][c], value_[start + stride][c]);
          else
            map(value_[start][c], value_[start + stride][c], value_[start + 2 * stride][c]);
        }
  }

  const Table& table_ = Table::get();
  Lane value_[points][dim];
};

}  // namespace tenon::fem
