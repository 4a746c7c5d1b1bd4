// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes.hpp"
#include "tenon/fem/Quadrature.hpp"

namespace tenon::fem {

/// Shape functions and their reference gradients at the points of the quadrature rule of one
/// purpose. All sizes are compile-time constants, for element kernels.
template <CellType cell_type, Purpose purpose>
struct ShapeTable {
  /// Cell type.
  static constexpr CellType type = cell_type;
  /// Dimension of the cell.
  static constexpr int dim = dimensionOf(type);
  /// Number of nodes.
  static constexpr int num_nodes = numNodes(type);
  /// Number of quadrature points.
  static constexpr int num_points = numPointsFor(type, purpose);

  double weight[num_points];                    ///< weights of the points
  double shape[num_points][num_nodes];          ///< shape functions N_a
  double gradient[num_points][num_nodes][dim];  ///< derivatives dN_a/dxi_j

  /// Returns the table, which is computed once.
  static const ShapeTable& get() {
    static const ShapeTable table;
    return table;
  }

 private:
  ShapeTable() {
    const QuadratureRule rule = quadrature(type, purpose);
    for (int q = 0; q < num_points; ++q) {
      const double* xi = rule.points[static_cast<std::size_t>(q)].data();
      weight[q] = rule.weights[static_cast<std::size_t>(q)];
      shapeFunctions<type>(xi, shape[q]);
      shapeGradients<type>(xi, &gradient[q][0][0]);
    }
  }
};

}  // namespace tenon::fem
