#pragma once
#include "tenon/fem/TensorField.hpp"

namespace tenon::fem {

/// tri3 and tet4: N_0 = 1 - sum of the others, so that the Jacobian is made of the edges at node 0.
template <class Table>
inline constexpr bool is_affine = Table::num_nodes == Table::dim + 1;

/// A nodal field on `num_lanes` cells, as values at the nodes; or integrals against shape functions. For any cell type.
///
///   gather        v_a from an array of nodal values
///   value         v = sum of v_a N_a at point q,               gradient     D[i][j] = dv_i/dxi_j
///   addValue      v_a += N_a v, for each node a,               addGradient  v_a[i] += sum of T[i][j] dN_a/dxi_j
///   scatterAdd    array of nodal values += v_a; the field is not to be used afterwards
template <class Table>
class PlainField {
 public:
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;

  double weight(int q) const { return table_.weight[q]; }

  void gather(const la::ElementTable& elements, LocalIndex first, const double* nodal) {
    fem::gather(elements, first, nodal, value_);
  }

  void value(int q, Lane (&v)[dim]) const {
    for (int i = 0; i < dim; ++i) {
      v[i] = Lane{};
      for (int a = 0; a < n; ++a) v[i] += table_.shape[q][a] * value_[a][i];
    }
  }
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

  void clear() {
    for (auto& node : value_)
      for (Lane& component : node) component = Lane{};
  }
  void addValue(int q, const Lane (&v)[dim]) {
    for (int a = 0; a < n; ++a)
      for (int i = 0; i < dim; ++i) value_[a][i] += table_.shape[q][a] * v[i];
  }
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
  static_assert(Table::num_points == type::points, "the rule has as many points as the grid of nodes");
};
}  // namespace detail

/// The way that suits the cell type of a ShapeTable.
template <class Table>
using CellField = typename detail::CellFieldOf<Table, isTensorProduct(Table::type)>::type;

}  // namespace tenon::fem
