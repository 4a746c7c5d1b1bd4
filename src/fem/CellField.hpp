// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "TensorField.hpp"

namespace tenon::fem {

/// True for tri3 and tet4. The gradient of N_0 is minus the sum of the others, so that the Jacobian
/// consists of the edges at node 0.
template <class Table>
inline constexpr bool is_affine = Table::num_nodes == Table::dim + 1;

/// Nodal field on `num_lanes` cells of any type, stored by its nodal values; or integrals against
/// shape functions.
///
///   gather        v_a from an array of nodal values
///   value         v = sum of v_a N_a at point q
///   gradient      D[i][j] = dv_i/dxi_j at point q
///   addValue      v_a += N_a v for each node a
///   addGradient   v_a[i] += sum of T[i][j] dN_a/dxi_j for each node a
///   scatterAdd    array of nodal values += v_a; the field must not be used afterwards
template <class Table>
class PlainField {
 public:
  /// Numbers of nodes, space dimensions and quadrature points.
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;

  /// Returns the weight of quadrature point q.
  double weight(int q) const { return table_.weight[q]; }

  /// Gathers the nodal values of elements [first, first + num_lanes). @param nodal  [nodes × dim]
  void gather(const la::ElementTable& elements, LocalIndex first, const double* nodal) {
    fem::gather(elements, first, nodal, value_);
  }

  /// Computes the value v at point q.
  void value(int q, Lane (&v)[dim]) const {
    for (int i = 0; i < dim; ++i) {
      v[i] = Lane{};
      for (int a = 0; a < n; ++a) v[i] += table_.shape[q][a] * value_[a][i];
    }
  }
  /// Computes the gradient D[i][j] = dv_i/dxi_j at point q.
  void gradient(int q, Lane (&D)[dim][dim]) const {
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) {
        if constexpr (is_affine<Table>) {
          D[i][j] = value_[j + 1][i] - value_[0][i];
        } else {
          Lane sum{};
          for (int a = 0; a < n; ++a) sum += table_.gradient[q][a][j] * value_[a][i];
          D[i][j] = sum;
        }
      }
  }

  /// Sets all nodal values to zero.
  void clear() {
    for (auto& node : value_)
      for (Lane& component : node) component = Lane{};
  }
  /// Adds N_a v at point q to each node a.
  void addValue(int q, const Lane (&v)[dim]) {
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < dim; ++i) value_[a][i] += table_.shape[q][a] * v[i];
  }
  /// Adds the sum over j of T[i][j] dN_a/dxi_j at point q to component i of each node a.
  void addGradient(int q, const Lane (&T)[dim][dim]) {
    for (int i = 0; i < dim; ++i)
      for (int j = 0; j < dim; ++j) {
        if constexpr (is_affine<Table>) {
          value_[j + 1][i] += T[i][j];
          value_[0][i] -= T[i][j];
        } else {
          for (int a = 0; a < n; ++a) value_[a][i] += table_.gradient[q][a][j] * T[i][j];
        }
      }
  }
  /// Adds the nodal values of the first `count` lanes to the array `nodal`, [nodes × dim].
  void scatterAdd(const la::ElementTable& elements, LocalIndex first, int count, double* nodal) const {
    fem::scatterAdd(elements, first, count, value_, nodal);
  }

 private:
  const Table& table_ = Table::get();
  Lane value_[n][dim];
};

namespace detail {
template <class Table, bool is_product>
struct CellFieldOf {
  using type = PlainField<Table>;
};
template <class Table>
struct CellFieldOf<Table, true> {
  using type = TensorField<Table::type>;
  static_assert(Table::num_points == type::points, "the quadrature rule needs as many points as the cell has nodes");
};
}  // namespace detail

/// Implementation of a nodal field that suits the cell type of a ShapeTable: TensorField for
/// quadrilaterals and hexahedra, PlainField otherwise.
template <class Table>
using CellField = typename detail::CellFieldOf<Table, isTensorProduct(Table::type)>::type;

}  // namespace tenon::fem
