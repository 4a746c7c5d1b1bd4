#pragma once
#include <algorithm>

#include "tenon/fem/ShapeTable.hpp"
#include "tenon/fem/laws.hpp"
#include "tenon/la/Accumulator.hpp"

// Element integrals of solids on `num_lanes` elements side by side: flat arrays whose sizes the compiler knows, no
// heap, no virtual call, no search. tests/fem compares them with dense B^T D B.
namespace tenon::fem {

using base::LocalIndex;

/// Values at the nodes of elements [first, first + num_lanes): x[node][component]. Beyond the last element, the last
/// one is repeated. `nodal`: [nodes x dim].
template <int nodes, int dim>
inline void gather(const la::ElementTable& table, LocalIndex first, const double* nodal, Lane (&x)[nodes][dim]) {
  const LocalIndex* element[base::num_lanes];
  for (int lane = 0; lane < base::num_lanes; ++lane)
    element[lane] = table.nodes + static_cast<std::ptrdiff_t>(std::min(first + lane, table.num_elements - 1)) * nodes;
  for (int a = 0; a < nodes; ++a) {
    const double* value[base::num_lanes];
    for (int lane = 0; lane < base::num_lanes; ++lane)
      value[lane] = nodal + static_cast<std::ptrdiff_t>(element[lane][a]) * dim;
    static_assert(base::num_lanes == 8, "one number of each lane below");
    for (int d = 0; d < dim; ++d)
      x[a][d] =
          Lane{value[0][d], value[1][d], value[2][d], value[3][d], value[4][d], value[5][d], value[6][d], value[7][d]};
  }
}

/// Adds f[node][component] of the first `count` lanes to `nodal`, element by element.
template <int nodes, int dim>
inline void scatterAdd(const la::ElementTable& table, LocalIndex first, int count, const Lane (&f)[nodes][dim],
                       double* nodal) {
  for (int lane = 0; lane < count; ++lane) {
    const LocalIndex* element = table.nodes + static_cast<std::ptrdiff_t>(first + lane) * nodes;
    for (int a = 0; a < nodes; ++a)
      for (int d = 0; d < dim; ++d) nodal[static_cast<std::ptrdiff_t>(element[a]) * dim + d] += f[a][d][lane];
  }
}

/// Inverse of a 2 x 2 or 3 x 3 Jacobian J[i][j] = dx_i / dxi_j; gives its determinant.
inline Lane invert(const Lane (&J)[2][2], Lane (&inverse)[2][2]) {
  const Lane det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  const Lane r = 1.0 / det;
  inverse[0][0] = J[1][1] * r, inverse[0][1] = -J[0][1] * r;
  inverse[1][0] = -J[1][0] * r, inverse[1][1] = J[0][0] * r;
  return det;
}
inline Lane invert(const Lane (&J)[3][3], Lane (&inverse)[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      inverse[j][i] = J[i1][j1] * J[i2][j2] - J[i1][j2] * J[i2][j1];
    }
  const Lane det = J[0][0] * inverse[0][0] + J[0][1] * inverse[1][0] + J[0][2] * inverse[2][0];
  const Lane r = 1.0 / det;
  for (auto& row : inverse)
    for (auto& entry : row) entry *= r;
  return det;
}

/// A plane mesh whose normal points to -z is as good as one that looks up.
template <int dim>
inline Lane measure(const Lane& det) {
  if constexpr (dim == 2) return det < 0.0 ? -det : det;
  return det;
}

/// tri3 and tet4: N_0 = 1 - sum of the others, so that the Jacobian is made of the edges at node 0.
template <class Table>
inline constexpr bool is_affine = Table::num_nodes == Table::dim + 1;

/// J[i][j] = dx_i / dxi_j at quadrature point q of elements with nodes at x.
template <class Table>
inline void jacobianAt(const Table& table, int q, const Lane (&x)[Table::num_nodes][Table::dim],
                       Lane (&J)[Table::dim][Table::dim]) {
  for (int i = 0; i < Table::dim; ++i)
    for (int j = 0; j < Table::dim; ++j) {
      if constexpr (is_affine<Table>) {
        J[i][j] = x[j + 1][i] - x[0][i];
      } else {
        Lane sum{};
        for (int a = 0; a < Table::num_nodes; ++a) sum += x[a][i] * table.gradient[q][a][j];
        J[i][j] = sum;
      }
    }
}

/// Gradients g[a][i] = dN_a / dx_i at quadrature point q of elements with nodes at x; gives weight times volume.
template <class Table>
inline Lane gradientsAt(const Table& table, int q, const Lane (&x)[Table::num_nodes][Table::dim],
                        Lane (&g)[Table::num_nodes][Table::dim]) {
  constexpr int n = Table::num_nodes, dim = Table::dim;
  Lane J[dim][dim], inverse[dim][dim];
  jacobianAt(table, q, x, J);
  const Lane det = invert(J, inverse);
  for (int i = 0; i < dim; ++i) {
    if constexpr (is_affine<Table>) {
      g[0][i] = Lane{};
      for (int a = 1; a < n; ++a) {
        g[a][i] = inverse[a - 1][i];
        g[0][i] -= g[a][i];
      }
    } else {
      for (int a = 0; a < n; ++a) {
        Lane sum{};
        for (int j = 0; j < dim; ++j) sum += table.gradient[q][a][j] * inverse[j][i];
        g[a][i] = sum;
      }
    }
  }
  return table.weight[q] * measure<dim>(det);
}

/// H_ij = du_i / dx_j of nodal displacements u.
template <int n, int dim>
inline void displacementGradient(const Lane (&u)[n][dim], const Lane (&g)[n][dim], Lane (&H)[dim][dim]) {
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      H[i][j] = Lane{};
      for (int a = 0; a < n; ++a) H[i][j] += u[a][i] * g[a][j];
    }
}

/// Force and stiffness of a solid of one cell type and one law:
///   f_a = s * integral of sigma g_a,   K_ab = df_a/du_b,   s = `scale`: -1 for the force on the nodes, times thickness
template <CellType type, class Law>
struct SolidKernel {
  using Table = ShapeTable<type, Purpose::stiffness>;
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;

  const la::ElementTable& elements;
  const double* rest;          ///< [nodes x dim]
  const double* displacement;  ///< [nodes x dim]
  Law law;                     ///< a copy: the compiler then knows that no store changes it
  double scale;

  /// K of elements [first, first + num_lanes), as la::Accumulator::addElements() wants it; blocks a <= b only where
  /// the law is constant (and so symmetric), all blocks otherwise.
  void stiffness(LocalIndex first, Lane* K) const {
    if constexpr (Law::is_constant)
      constantStiffness(first, K);
    else
      pointwiseStiffness(first, K);
  }

  void force(LocalIndex first, Lane (&f)[n][dim]) const {
    Lane x[n][dim], u[n][dim], g[n][dim], H[dim][dim], sigma[dim][dim];
    gather(elements, first, rest, x);
    gather(elements, first, displacement, u);
    for (auto& node : f)
      for (auto& component : node) component = Lane{};
    for (int q = 0; q < points; ++q) {
      const Lane weight = scale * gradientsAt(Table::get(), q, x, g);
      displacementGradient(u, g, H);
      law.stress(H, sigma);
      for (int a = 0; a < n; ++a)
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j) f[a][i] += weight * sigma[i][j] * g[a][j];
    }
  }

 private:
  /// G = integral of g_a g_b^T first, the law once per pair of nodes.
  void constantStiffness(LocalIndex first, Lane* K) const {
    Lane x[n][dim], g[points][n][dim], weight[points];
    gather(elements, first, rest, x);
    for (int q = 0; q < points; ++q) weight[q] = scale * gradientsAt(Table::get(), q, x, g[q]);
    for (int a = 0; a < n; ++a) {
      Lane weighted[points][dim];
      for (int q = 0; q < points; ++q)
        for (int i = 0; i < dim; ++i) weighted[q][i] = weight[q] * g[q][a][i];
      for (int b = a; b < n; ++b) {
        Lane G[dim][dim] = {};
        for (int q = 0; q < points; ++q)
          for (int i = 0; i < dim; ++i)
            for (int j = 0; j < dim; ++j) G[i][j] += weighted[q][i] * g[q][b][j];
        law.contract(G, K + (a * n + b) * dim * dim);
      }
    }
  }

  void pointwiseStiffness(LocalIndex first, Lane* K) const {
    Lane x[n][dim], u[n][dim], g[n][dim], H[dim][dim];
    gather(elements, first, rest, x);
    gather(elements, first, displacement, u);
    std::fill(K, K + n * n * dim * dim, Lane{});
    for (int q = 0; q < points; ++q) {
      const Lane weight = scale * gradientsAt(Table::get(), q, x, g);
      displacementGradient(u, g, H);
      const auto C = law.tangent(H);
      for (int a = 0; a < n; ++a) addRow(C, weight, g, a, K + a * n * dim * dim);
    }
  }

  /// K_ab[i][k] += w g_a[j] C_ijkl g_b[l] for all b.
  static void addRow(const Tangent<Lane, dim>& C, const Lane& weight, const Lane (&g)[n][dim], int a, Lane* K) {
    Lane row[dim][dim][dim] = {};  // [i][k][l]
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j)
        for (int k = 0; k < dim; ++k)
          for (int l = 0; l < dim; ++l) row[i][k][l] += weight * g[a][j] * C.entry[i][j][k][l];
    for (int b = 0; b < n; ++b)
      for (int i = 0; i < dim; ++i)
        for (int k = 0; k < dim; ++k)
          for (int l = 0; l < dim; ++l) K[(b * dim + i) * dim + k] += row[i][k][l] * g[b][l];
  }
};

}  // namespace tenon::fem
