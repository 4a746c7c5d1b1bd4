// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Geometry of a cell at one quadrature point.
struct PointGeometry {
  /// Number of nodes of the cell.
  int num_nodes = 0;
  const double* shape = nullptr;  ///< values of the shape functions N_a, [nodes]; owned by the CellIntegrator
  /// Gradients dN_a/dx of the shape functions, [nodes × 3] [1/length]. Zero if the dimension of the
  /// cell is lower than that of the problem.
  Eigen::Matrix<double, 27, 3, Eigen::RowMajor> gradient;
  /// Reference position of the point [length].
  base::Vec3 position = base::Vec3::Zero();
  /// Volume, area or length that the point represents [length³, length² or length]: quadrature
  /// weight times Jacobian determinant. The integral of f over the cell is the sum of f * measure
  /// over its points. For axisymmetric cells the measure includes the factor 2 pi r.
  double measure = 0;
  /// Unit normal times `measure`, for faces and for the lines of plane and axisymmetric problems.
  /// The normal of a face follows from its node order by the right-hand rule. The normal of a line
  /// points to the right, as seen in the direction from the first to the second vertex.
  base::Vec3 area = base::Vec3::Zero();
};

/// Numerical integration over one cell of any type with any quadrature rule, used for loads, norms
/// and stress recovery. Element matrices are computed by separate, vectorised kernels.
class CellIntegrator {
 public:
  /// Constructs an integrator for one cell type.
  /// @param type  cell type
  /// @param rule  quadrature rule on the reference cell
  /// @param is_axisymmetric  true to multiply the measures by 2 pi r, where r is the x coordinate
  CellIntegrator(CellType type, const QuadratureRule& rule, bool is_axisymmetric = false);

  /// Returns the number of quadrature points.
  int numPoints() const { return rule_.numPoints(); }
  /// Returns the number of nodes of a cell.
  int numNodes() const { return num_nodes_; }

  /// Selects the current cell and gathers its nodal positions.
  /// @param nodes  [numNodes()] local nodes of the cell
  /// @param nodal  [local nodes × dim] positions [length]
  /// @param dim  dimension of the problem, 2 or 3
  void setCell(const LocalIndex* nodes, const double* nodal, int dim);
  /// Returns the geometry of the current cell at one quadrature point; see setCell(). Gradients are
  /// computed only if the cell has the dimension of the problem.
  /// @param q  index of the quadrature point, from 0 to numPoints() - 1
  /// @return geometry at the point; its member `shape` is valid as long as this object exists
  PointGeometry at(int q) const;

 private:
  QuadratureRule rule_;
  CellType type_;
  int dimension_, num_nodes_, space_ = 3;
  bool is_axisymmetric_;
  std::vector<double> shape_, gradient_;  // [points][nodes] and [points][nodes][dimension]
  Eigen::Matrix<double, 27, 3, Eigen::RowMajor> x_;
};

/// Calls visit(part, cell, point) for every quadrature point of a region, in the order of its parts
/// and cells.
/// @param region  region whose quadrature points are visited
/// @param state  state that contains the reference positions
/// @param degree  callable that returns the degree of the quadrature rule for a cell type
/// @param owned_only  true to skip ghost cells, so that a sum over all ranks includes each cell
///   once
/// @param visit  callable that takes a RegionPart, the number of a cell in the part, and a
///   PointGeometry
/// @note Not collective.
template <class Degree, class Visit>
void forEachPoint(const Region& region, const la::State& state, Degree&& degree, bool owned_only, Visit&& visit) {
  for (const RegionPart& part : region.parts()) {
    CellIntegrator cell(part.type(), quadrature(part.type(), degree(part.type())), region.isAxisymmetric());
    const LocalIndex count = owned_only ? part.numOwned() : part.numCells();
    for (LocalIndex i = 0; i < count; ++i) {
      cell.setCell(part.nodesOf(i), state.reference().data(), state.block());
      for (int q = 0; q < cell.numPoints(); ++q) visit(part, i, cell.at(q));
    }
  }
}

/// Returns the degree of the quadrature rule for loads and mass matrices on cells of the given
/// type.
inline int massDegree(CellType type) {
  return degreeFor(type, Purpose::mass);
}

}  // namespace tenon::fem
