#pragma once
#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::fem {

/// Shape functions and their reference gradients at the points of the rule of one purpose, for kernels: all sizes are
/// known to the compiler.
template <CellType cell_type, Purpose purpose>
struct ShapeTable {
  static constexpr CellType type = cell_type;
  static constexpr int dim = dimensionOf(type);
  static constexpr int num_nodes = numNodes(type);
  static constexpr int num_points = numPointsFor(type, purpose);

  double weight[num_points];
  double shape[num_points][num_nodes];
  double gradient[num_points][num_nodes][dim];

  static const ShapeTable& get() {
    static const ShapeTable table;
    return table;
  }

 private:
  ShapeTable() {
    const Rule rule = quadrature(type, purpose);
    for (int q = 0; q < num_points; ++q) {
      const double* xi = rule.points[static_cast<std::size_t>(q)].data();
      weight[q] = rule.weights[static_cast<std::size_t>(q)];
      shapeFunctions<type>(xi, shape[q]);
      shapeGradients<type>(xi, &gradient[q][0][0]);
    }
  }
};

}  // namespace tenon::fem
