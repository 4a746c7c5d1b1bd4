// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "SolidKernel.hpp"
#include "tenon/fem/Tensor.hpp"

namespace tenon::fem {

/// Computes the gradients of shape functions at quadrature point q of elements with nodes at x and
/// displacements u: g with respect to the reference configuration, and y = F^-T g with respect to
/// the current configuration.
/// @param ratio  det F, the ratio of the determinants of the two Jacobians (result)
/// @return weight times volume
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
  const Lane of_both = 1.0 / (det * current_det);  // one division instead of two
  const Lane reciprocal = of_both * current_det, current_reciprocal = of_both * det;
  for (int i = 0; i < dim; ++i)
    for (int j = 0; j < dim; ++j) of_reference[i][j] *= reciprocal, of_current[i][j] *= current_reciprocal;
  gradientsBy(table, q, of_reference, g);
  gradientsBy(table, q, of_current, y);
  ratio = current_det * reciprocal;
  return table.weight[q] * measure<dim>(det);
}

/// Computes y = G g with `dim` components.
template <int dim>
inline void timesGradient(const Tensor<Lane>& G, const Lane (&g)[dim], Lane (&y)[dim]) {
  for (int i = 0; i < dim; ++i) {
    y[i] = G(i, 0) * g[0];
    for (int j = 1; j < dim; ++j) y[i] += G(i, j) * g[j];
  }
}

}  // namespace tenon::fem
