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
  const double* shape = nullptr;  ///< shape functions N_a, [nodes]; owned by the CellIntegrator
  /// Gradients dN_a/dx, [nodes × 3] [1/length]; 0 unless the cell has the dimension of the problem.
  Eigen::Matrix<double, 27, 3, Eigen::RowMajor> gradient;
  /// Reference position of the point [length].
  base::Vec3 position = base::Vec3::Zero();
  /// Quadrature weight times volume, area or length [length³, length² or length]. The integral of f
  /// is the sum of f * measure.
  /// For axisymmetric cells the measure contains the factor 2 pi r of the ring.
  double measure = 0;
  /// Unit normal times measure of faces (of lines in plane problems). The normal follows from the
  /// order of the nodes by the right-hand rule and points to the right of a line.
  base::Vec3 area = base::Vec3::Zero();
};

/// Quadrature over single cells of any type with a rule of any degree, for loads, norms and
/// recovery. Element matrices have kernels that are vectorised over lanes.
class CellIntegrator {
 public:
  /// Constructs an integrator for one cell type.
  /// @param type  type of the cells
  /// @param rule  quadrature rule on the reference cell
  /// @param is_axisymmetric  true to multiply the measures by 2 pi r, with the x coordinate r
  CellIntegrator(CellType type, const QuadratureRule& rule, bool is_axisymmetric = false);

  /// Returns the number of quadrature points.
  int numPoints() const { return rule_.numPoints(); }
  /// Returns the number of nodes of a cell.
  int numNodes() const { return num_nodes_; }

  /// Gathers the nodal positions of a cell.
  /// @param nodes  [numNodes()] local nodes of the cell
  /// @param nodal  [local nodes × dim] positions [length]
  /// @param dim  dimension of the problem, 2 or 3
  void setCell(const LocalIndex* nodes, const double* nodal, int dim);
  /// Returns the geometry of the current cell at point q. Gradients are computed only if the cell
  /// has the dimension of the problem.
  /// @param q  index of the quadrature point, from 0 to numPoints() - 1
  /// @return geometry, whose member `shape` is valid as long as this object exists
  PointGeometry at(int q) const;

 private:
  QuadratureRule rule_;
  CellType type_;
  int dimension_, num_nodes_, space_ = 3;
  bool is_axisymmetric_;
  std::vector<double> shape_, gradient_;  // [points][nodes] and [points][nodes][dimension]
  Eigen::Matrix<double, 27, 3, Eigen::RowMajor> x_;
};

/// Calls visit(part, cell of the part, point) for every quadrature point of the cells of a region,
/// in the order of the parts and cells.
/// @param region  region of the cells
/// @param state  state with the reference positions
/// @param degree  callable that returns the degree of the rule of a cell type
/// @param owned_only  true to omit ghost cells, for sums over all ranks
/// @param visit  callable with a RegionPart, a cell number and a PointGeometry
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

/// Returns the degree of the quadrature rule for loads and masses of a cell type.
inline int massDegree(CellType type) {
  return degreeFor(type, Purpose::mass);
}

}  // namespace tenon::fem
