#pragma once
#include <algorithm>

#include "tenon/fem/CellField.hpp"
#include "tenon/fem/laws/constantLaws.hpp"

// Element integrals of solids on `num_lanes` elements side by side: flat arrays whose sizes the compiler knows, no
// heap, no virtual call, no search. tests/fem compares them with dense B^T D B.
namespace tenon::fem {

/// Adjugate of a 2 x 2 or 3 x 3 Jacobian J[i][j] = dx_i / dxi_j: its inverse times its determinant, which is given.
inline Lane adjugate(const Lane (&J)[2][2], Lane (&adjugate)[2][2]) {
  adjugate[0][0] = J[1][1], adjugate[0][1] = -J[0][1];
  adjugate[1][0] = -J[1][0], adjugate[1][1] = J[0][0];
  return J[0][0] * J[1][1] - J[0][1] * J[1][0];
}
inline Lane adjugate(const Lane (&J)[3][3], Lane (&adjugate)[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      adjugate[j][i] = J[i1][j1] * J[i2][j2] - J[i1][j2] * J[i2][j1];
    }
  return J[0][0] * adjugate[0][0] + J[0][1] * adjugate[1][0] + J[0][2] * adjugate[2][0];
}

/// Inverse of a Jacobian; gives its determinant.
template <int dim>
inline Lane invert(const Lane (&J)[dim][dim], Lane (&inverse)[dim][dim]) {
  const Lane det = adjugate(J, inverse);
  const Lane r = 1.0 / det;
  for (auto& row : inverse)
    for (Lane& entry : row) entry *= r;
  return det;
}

/// A plane mesh whose normal points to -z is as good as one that looks up.
template <int dim>
inline Lane sign(const Lane& det) {
  const Lane one = base::allLanes(1.0);
  if constexpr (dim == 2) return det < 0.0 ? -one : one;
  return one;
}
template <int dim>
inline Lane measure(const Lane& det) {
  return sign<dim>(det) * det;
}

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

/// (A B)_ij and (A B^T)_ij.
template <int dim>
inline Lane rowTimesColumn(const Lane (&A)[dim][dim], int i, const Lane (&B)[dim][dim], int j) {
  Lane sum = A[i][0] * B[0][j];
  for (int k = 1; k < dim; ++k) sum += A[i][k] * B[k][j];
  return sum;
}
template <int dim>
inline Lane rowTimesRow(const Lane (&A)[dim][dim], int i, const Lane (&B)[dim][dim], int j) {
  Lane sum = A[i][0] * B[j][0];
  for (int k = 1; k < dim; ++k) sum += A[i][k] * B[j][k];
  return sum;
}

/// r = x_0 at quadrature point q of axisymmetric elements with nodes at x.
template <class Table>
inline Lane radiusAt(const Table& table, int q, const Lane (&x)[Table::num_nodes][Table::dim]) {
  Lane r{};
  for (int a = 0; a < Table::num_nodes; ++a) r += table.shape[q][a] * x[a][0];
  return r;
}

/// Gradients g[a][i] = dN_a / dx_i at quadrature point q, where inverse[j][i] = dxi_j / dx_i.
template <class Table>
inline void gradientsBy(const Table& table, int q, const Lane (&inverse)[Table::dim][Table::dim],
                        Lane (&g)[Table::num_nodes][Table::dim]) {
  constexpr int n = Table::num_nodes, dim = Table::dim;
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
}

/// Computes the gradients of gradientsBy() for elements with nodes at x; returns weight times volume.
template <class Table>
inline Lane gradientsAt(const Table& table, int q, const Lane (&x)[Table::num_nodes][Table::dim],
                        Lane (&g)[Table::num_nodes][Table::dim]) {
  constexpr int dim = Table::dim;
  Lane J[dim][dim], inverse[dim][dim];
  jacobianAt(table, q, x, J);
  const Lane det = invert(J, inverse);
  gradientsBy(table, q, inverse, g);
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

/// Force and stiffness of a solid of one cell type and one law of constant tangent:
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

  /// K of elements [first, first + num_lanes), as la::Accumulator::addElements() wants symmetric ones: blocks a <= b.
  void stiffness(LocalIndex first, Lane* K) const {
    Lane x[n][dim];
    gather(elements, first, rest, x);
    stiffnessAt(x, K);
  }

  /// The same of elements with nodes at x: G = integral of g_a g_b^T first, the law once per pair of nodes.
  void stiffnessAt(const Lane (&x)[n][dim], Lane* K) const {
    Lane g[points][n][dim], weight[points];
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

  /// f += force of elements [first, first + count) at the displacement; `f`: [nodes x dim].
  void addForce(LocalIndex first, int count, double* f) const { addForce(first, count, displacement, f); }

  /// df += K dx of elements [first, first + count), without K; both arrays: [nodes x dim]. K does not depend on the
  /// displacement, and the force is K u.
  void addStiffnessTimes(LocalIndex first, int count, const double* dx, double* df) const {
    addForce(first, count, dx, df);
  }

 private:
  /// f_a += s * integral of sigma grad N_a.
  /// On the reference cell: H = D adj(J) / det J, and sigma grad N_a dV = (sigma adj(J)^T) dN_a/dxi, whatever det J.
  /// The geometry is made anew each time: stored, with 90 bytes per unknown of hex27, it saved a quarter of the time of
  /// meshes that fit into the cache and nothing elsewhere.
  void addForce(LocalIndex first, int count, const double* nodal, double* f) const {
    CellField<Table> x, u, result;
    x.gather(elements, first, rest);
    u.gather(elements, first, nodal);
    result.clear();
    for (const double* array : {rest, nodal, static_cast<const double*>(f)})
      fetchAhead<n, dim>(elements, first + base::num_lanes, array);
    for (int q = 0; q < points; ++q) {
      Lane J[dim][dim], adjoint[dim][dim], D[dim][dim], H[dim][dim], sigma[dim][dim], T[dim][dim];
      x.gradient(q, J);
      const Lane det = adjugate(J, adjoint), reciprocal = 1.0 / det;
      u.gradient(q, D);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) H[i][j] = reciprocal * rowTimesColumn(D, i, adjoint, j);
      law.stress(H, sigma);
      const Lane weight = scale * x.weight(q) * sign<dim>(det);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) T[i][j] = weight * rowTimesRow(sigma, i, adjoint, j);
      result.addGradient(q, T);
    }
    result.scatterAdd(elements, first, count, f);
  }
};

}  // namespace tenon::fem
