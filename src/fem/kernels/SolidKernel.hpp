// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>

#include "fem/CellField.hpp"
#include "fem/laws/constantLaws.hpp"

// Element integrals of solids on `num_lanes` elements at a time: flat arrays with compile-time
// sizes, without heap allocation, virtual calls or searches. tests/fem compares the integrals with
// dense B^T D B.
namespace tenon::fem {

/// Computes the adjugate of a 2 x 2 Jacobian J[i][j] = dx_i / dxi_j, the inverse times the
/// determinant. Returns the determinant.
inline Lane adjugate(const Lane (&J)[2][2], Lane (&adjugate)[2][2]) {
  adjugate[0][0] = J[1][1], adjugate[0][1] = -J[0][1];
  adjugate[1][0] = -J[1][0], adjugate[1][1] = J[0][0];
  return J[0][0] * J[1][1] - J[0][1] * J[1][0];
}
/// Computes the adjugate of a 3 x 3 Jacobian and returns its determinant.
inline Lane adjugate(const Lane (&J)[3][3], Lane (&adjugate)[3][3]) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      adjugate[j][i] = J[i1][j1] * J[i2][j2] - J[i1][j2] * J[i2][j1];
    }
  return J[0][0] * adjugate[0][0] + J[0][1] * adjugate[1][0] + J[0][2] * adjugate[2][0];
}

/// Computes the inverse of a Jacobian and returns its determinant.
template <int dim>
inline Lane invert(const Lane (&J)[dim][dim], Lane (&inverse)[dim][dim]) {
  const Lane det = adjugate(J, inverse);
  const Lane r = 1.0 / det;
  for (auto& row : inverse)
    for (Lane& entry : row) entry *= r;
  return det;
}

/// Returns the sign of a Jacobian determinant in plane problems, where the normal of a mesh may
/// point in the direction -z; 1 in 3D.
template <int dim>
inline Lane sign(const Lane& det) {
  const Lane one = base::allLanes(1.0);
  if constexpr (dim == 2) return det < 0.0 ? -one : one;
  return one;
}
/// Returns the volume or area ratio: the determinant, or its absolute value in plane problems.
template <int dim>
inline Lane measure(const Lane& det) {
  return sign<dim>(det) * det;
}

/// Computes J[i][j] = dx_i / dxi_j at quadrature point q of elements with nodes at x.
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

/// Returns (A B)_ij.
template <int dim>
inline Lane rowTimesColumn(const Lane (&A)[dim][dim], int i, const Lane (&B)[dim][dim], int j) {
  Lane sum = A[i][0] * B[0][j];
  for (int k = 1; k < dim; ++k) sum += A[i][k] * B[k][j];
  return sum;
}
/// Returns (A B^T)_ij.
template <int dim>
inline Lane rowTimesRow(const Lane (&A)[dim][dim], int i, const Lane (&B)[dim][dim], int j) {
  Lane sum = A[i][0] * B[j][0];
  for (int k = 1; k < dim; ++k) sum += A[i][k] * B[j][k];
  return sum;
}

/// Returns r = x_0 at quadrature point q of axisymmetric elements with nodes at x.
template <class Table>
inline Lane radiusAt(const Table& table, int q, const Lane (&x)[Table::num_nodes][Table::dim]) {
  Lane r{};
  for (int a = 0; a < Table::num_nodes; ++a) r += table.shape[q][a] * x[a][0];
  return r;
}

/// Computes the gradients g[a][i] = dN_a / dx_i at quadrature point q from inverse[j][i] = dxi_j /
/// dx_i.
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

/// Computes the gradients of gradientsBy() for elements with nodes at x. Returns weight times
/// volume.
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

/// Computes H_ij = du_i / dx_j of nodal displacements u.
template <int n, int dim>
inline void displacementGradient(const Lane (&u)[n][dim], const Lane (&g)[n][dim], Lane (&H)[dim][dim]) {
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) {
      H[i][j] = Lane{};
      for (int a = 0; a < n; ++a) H[i][j] += u[a][i] * g[a][j];
    }
}

/// Force and stiffness of a solid of one cell type with a constant tangent:
///   f_a = s * integral of sigma g_a,   K_ab = df_a/du_b,   s = `scale`
/// where s is -1 for the force on the nodes, times the thickness.
template <CellType type, class Law>
struct SolidKernel {
  /// Shape functions at the quadrature points.
  using Table = ShapeTable<type, Purpose::stiffness>;
  /// Numbers of nodes, space dimensions and quadrature points.
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;

  /// Connectivity of the elements.
  const la::ElementTable& elements;
  const double* rest;          ///< reference positions, [nodes x dim]
  const double* displacement;  ///< current displacement, [nodes x dim]
  Law law;  ///< copy of the material model, so that the compiler can assume that no store modifies it
  /// Factor s of all integrals.
  double scale;

  /// Computes K of elements [first, first + num_lanes) in the format of
  /// la::Accumulator::addElements() for symmetric matrices: blocks a <= b.
  void stiffness(LocalIndex first, Lane* K) const {
    Lane x[n][dim];
    gather(elements, first, rest, x);
    stiffnessAt(x, K);
  }

  /// Computes K of elements with nodes at x, in the format of stiffness(). G = integral of g_a
  /// g_b^T is computed first, so that the tangent is applied only once for each pair of nodes.
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

  /// Adds the force of elements [first, first + count) for the current displacement to `f`, [nodes
  /// x dim].
  void addForce(LocalIndex first, int count, double* f) const { addForce(first, count, displacement, f); }

  /// Adds K dx of elements [first, first + count) to `df` without computing K. K does not depend on
  /// the displacement, and the force is K u.
  /// @param dx, df  [nodes x dim]
  void addStiffnessTimes(LocalIndex first, int count, const double* dx, double* df) const {
    addForce(first, count, dx, df);
  }

 private:
  /// Adds s * integral of sigma grad N_a to f_a.
  ///
  /// The integral is evaluated on the reference cell: H = D adj(J) / det J, and sigma grad N_a dV =
  /// (sigma adj(J)^T) dN_a/dxi for either sign of det J. The geometry is recomputed in each call:
  /// storing it, with 90 bytes per degree of freedom of hex27, saved a quarter of the time for
  /// meshes that fit into the cache, and nothing for larger meshes.
  void addForce(LocalIndex first, int count, const double* nodal, double* f) const {
    CellField<Table> x, u, result;
    x.gather(elements, first, rest);
    u.gather(elements, first, nodal);
    result.clear();
    for (const double* array : {rest, nodal, static_cast<const double*>(f)})
      prefetch<n, dim>(elements, first + base::num_lanes, array);
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
