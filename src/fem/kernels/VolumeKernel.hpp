// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "SolidKernel.hpp"

namespace tenon::fem {

/// Integrals of shape functions over the cells of one type, `num_lanes` at a time, for body forces
/// and masses. Axisymmetric cells are rings with dV = 2 pi r dA.
template <CellType type>
struct VolumeKernel {
  /// Shape functions at the quadrature points.
  using Table = ShapeTable<type, Purpose::mass>;
  /// Numbers of nodes, space dimensions and quadrature points.
  static constexpr int n = Table::num_nodes, dim = Table::dim, points = Table::num_points;

  /// Connectivity of the elements.
  const la::ElementTable& elements;
  const double* rest;            ///< reference positions, [nodes x dim]
  double scale;                  ///< factor of all integrals, such as density and thickness
  bool is_axisymmetric = false;  ///< true if the cells are rings

  /// Computes the weight times volume at each quadrature point.
  void measures(LocalIndex first, Lane (&weight)[points]) const {
    Lane x[n][dim], J[dim][dim], inverse[dim][dim];
    gather(elements, first, rest, x);
    for (int q = 0; q < points; ++q) {
      jacobianAt(Table::get(), q, x, J);
      weight[q] = scale * Table::get().weight[q] * measure<dim>(invert(J, inverse));
      if (is_axisymmetric) weight[q] *= 2.0 * M_PI * radiusAt(Table::get(), q, x);
    }
  }

  /// Computes m_a = integral of N_a, and squares_a = integral of N_a^2.
  void nodal(LocalIndex first, Lane (&m)[n], Lane (&squares)[n]) const {
    Lane weight[points];
    measures(first, weight);
    for (int a = 0; a < n; ++a) {
      m[a] = squares[a] = Lane{};
      for (int q = 0; q < points; ++q) {
        const double N = Table::get().shape[q][a];
        m[a] += N * weight[q];
        squares[a] += N * N * weight[q];
      }
    }
  }

  /// Computes M_ab = integral of N_a N_b times the unit block, in the format of
  /// la::Accumulator::addElements() for symmetric matrices: blocks a <= b.
  void mass(LocalIndex first, Lane* M) const {
    Lane weight[points];
    measures(first, weight);
    for (int a = 0; a < n; ++a)
      for (int b = a; b < n; ++b) {
        Lane sum{};
        for (int q = 0; q < points; ++q) sum += (Table::get().shape[q][a] * Table::get().shape[q][b]) * weight[q];
        Lane* block = M + (a * n + b) * dim * dim;
        for (int i = 0; i < dim; ++i)
          for (int j = 0; j < dim; ++j) block[i * dim + j] = i == j ? sum : Lane{};
      }
  }

  /// Adds M dv of elements [first, first + count) to `df` without computing M.
  /// @param dv, df  [nodes x dim]
  void addMassTimes(LocalIndex first, int count, const double* dv, double* df) const {
    CellField<Table> x, field, result;
    x.gather(elements, first, rest);
    field.gather(elements, first, dv);
    result.clear();
    for (int q = 0; q < points; ++q) {
      Lane J[dim][dim], adjoint[dim][dim], v[dim];
      x.gradient(q, J);
      Lane weight = scale * x.weight(q) * measure<dim>(adjugate(J, adjoint));
      if (is_axisymmetric) {
        x.value(q, v);
        weight *= 2.0 * M_PI * v[0];
      }
      field.value(q, v);
      for (Lane& component : v) component *= weight;
      result.addValue(q, v);
    }
    result.scatterAdd(elements, first, count, df);
  }
};

}  // namespace tenon::fem
