#pragma once
#include "tenon/fem/Tensor.hpp"
#include "tenon/fem/kernels/SolidKernel.hpp"

namespace tenon::fem {

/// Gradients of shape functions at quadrature point q of elements with nodes at x and displacements u: g with respect
/// to the reference configuration, y = F^-T g to the current one. `ratio` becomes det F, the quotient of the
/// determinants of both Jacobians. Returns weight times volume.
template <class Table>
inline Lane bothGradientsAt(const Table& table, int q, const Lane (&x)[Table::num_nodes][Table::dim],
                            const Lane (&u)[Table::num_nodes][Table::dim], Lane (&g)[Table::num_nodes][Table::dim],
                            Lane (&y)[Table::num_nodes][Table::dim], Lane& ratio) {
  constexpr int dim = Table::dim;
  Lane reference[dim][dim], current[dim][dim], of_reference[dim][dim], of_current[dim][dim];
  jacobianAt(table, q, x, reference);
  jacobianAt(table, q, u, current);
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) current[i][j] += reference[i][j];
  const Lane det = adjugate(reference, of_reference), current_det = adjugate(current, of_current);
  const Lane of_both = 1.0 / (det * current_det);  // one division in place of two
  const Lane reciprocal = of_both * current_det, current_reciprocal = of_both * det;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) of_reference[i][j] *= reciprocal, of_current[i][j] *= current_reciprocal;
  gradientsBy(table, q, of_reference, g);
  gradientsBy(table, q, of_current, y);
  ratio = current_det * reciprocal;
  return table.weight[q] * measure<dim>(det);
}

/// y = G g, of as many components as there are.
template <int dim>
inline void timesGradient(const Tensor<Lane>& G, const Lane (&g)[dim], Lane (&y)[dim]) {
  for (int i = 0; i < dim; ++i) {
    y[i] = G(i, 0) * g[0];
    for (int j = 1; j < dim; ++j) y[i] += G(i, j) * g[j];
  }
}

}  // namespace tenon::fem
