#pragma once
#include <algorithm>

#include "tenon/fem/CellField.hpp"
#include "tenon/fem/laws.hpp"

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

  /// The same of elements with nodes at x, where the law is constant: G = integral of g_a g_b^T first, the law once per
  /// pair of nodes.
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

  /// -s/2 integral of sigma : grad u, of elements [first, first + count): what they store, where the law is linear.
  double energy(LocalIndex first, int count) const {
    CellField<Table> x, u;
    x.gather(elements, first, rest);
    u.gather(elements, first, displacement);
    Lane sum{};
    for (int q = 0; q < points; ++q) {
      Lane J[dim][dim], adjoint[dim][dim], D[dim][dim], H[dim][dim], sigma[dim][dim], density{};
      x.gradient(q, J);
      const Lane det = adjugate(J, adjoint), reciprocal = 1.0 / det;
      u.gradient(q, D);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) H[i][j] = reciprocal * rowTimesColumn(D, i, adjoint, j);
      law.stress(H, sigma);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) density += sigma[i][j] * H[i][j];
      sum += x.weight(q) * measure<dim>(det) * density;
    }
    double energy = 0.0;
    for (int lane = 0; lane < count; ++lane) energy -= 0.5 * scale * sum[lane];
    return energy;
  }

  /// df += K dx of elements [first, first + count), without K; both arrays: [nodes x dim].
  void addStiffnessTimes(LocalIndex first, int count, const double* dx, double* df) const {
    if constexpr (Law::is_constant)
      addForce(first, count, dx, df);  // K does not depend on the displacement, and the force is K u
    else
      integrate<2>(first, count, {displacement, dx}, df,
                   [&](const auto& H, auto& sigma) { law.stressChange(H[0], H[1], sigma); });
  }

 private:
  void addForce(LocalIndex first, int count, const double* u, double* f) const {
    integrate<1>(first, count, {u}, f, [&](const auto& H, auto& sigma) { law.stress(H[0], sigma); });
  }

  /// sum_a += s * integral of sigma grad N_a, where stress(H, sigma) makes sigma of the gradients of `nodal` fields.
  /// On the reference cell: H = D adj(J) / det J, and sigma grad N_a dV = (sigma adj(J)^T) dN_a/dxi, whatever det J.
  /// The geometry is made anew each time: stored, with 90 bytes per unknown of hex27, it saved a quarter of the time of
  /// meshes that fit into the cache and nothing elsewhere.
  template <int num_fields, class Stress>
  void integrate(LocalIndex first, int count, const double* const (&nodal)[num_fields], double* sum,
                 Stress&& stress) const {
    CellField<Table> x, fields[num_fields], result;
    x.gather(elements, first, rest);
    for (int k = 0; k < num_fields; ++k) fields[k].gather(elements, first, nodal[k]);
    result.clear();
    for (const double* array : {rest, nodal[0], static_cast<const double*>(sum)})
      fetchAhead<n, dim>(elements, first + base::num_lanes, array);
    for (int q = 0; q < points; ++q) {
      Lane J[dim][dim], adjoint[dim][dim], D[dim][dim], H[num_fields][dim][dim], sigma[dim][dim], T[dim][dim];
      x.gradient(q, J);
      const Lane det = adjugate(J, adjoint), reciprocal = 1.0 / det;
      for (int k = 0; k < num_fields; ++k) {
        fields[k].gradient(q, D);
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j) H[k][i][j] = reciprocal * rowTimesColumn(D, i, adjoint, j);
      }
      stress(H, sigma);
      const Lane weight = scale * x.weight(q) * sign<dim>(det);
      for (int i = 0; i < dim; ++i)
        for (int j = 0; j < dim; ++j) T[i][j] = weight * rowTimesRow(sigma, i, adjoint, j);
      result.addGradient(q, T);
    }
    result.scatterAdd(elements, first, count, sum);
  }

  static Lane rowTimesColumn(const Lane (&A)[dim][dim], int i, const Lane (&B)[dim][dim], int j) {
    Lane sum = A[i][0] * B[0][j];
    for (int k = 1; k < dim; ++k) sum += A[i][k] * B[k][j];
    return sum;
  }
  static Lane rowTimesRow(const Lane (&A)[dim][dim], int i, const Lane (&B)[dim][dim], int j) {
    Lane sum = A[i][0] * B[j][0];
    for (int k = 1; k < dim; ++k) sum += A[i][k] * B[j][k];
    return sum;
  }

  void constantStiffness(LocalIndex first, Lane* K) const {
    Lane x[n][dim];
    gather(elements, first, rest, x);
    stiffnessAt(x, K);
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
