#pragma once
#include <Eigen/Core>
#include <vector>

#include "tenon/fem/Quadrature.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// One cell at one quadrature point, in space.
struct PointGeometry {
  int num_nodes = 0;
  const double* shape = nullptr;                           ///< [nodes] N_a
  Eigen::Matrix<double, 27, 3, Eigen::RowMajor> gradient;  ///< dN_a/dx; only of cells as high as the problem
  base::Vec3 position = base::Vec3::Zero();
  /// Weight times volume, area or length: the integral of f is the sum of f * measure. Of axisymmetric cells times
  /// 2 pi r: they are rings.
  double measure = 0;
  /// Of faces (of lines in plane problems): normal times measure, by the right hand (to the right of the line).
  base::Vec3 area = base::Vec3::Zero();
};

/// Integrals over single cells of any type, by a rule of any degree. The plain way, for loads, norms and recovery;
/// matrices have kernels on lanes.
class CellIntegrator {
 public:
  CellIntegrator(CellType type, const Rule& rule, bool is_axisymmetric = false);

  int numPoints() const { return rule_.numPoints(); }
  int numNodes() const { return num_nodes_; }

  /// Gathers the nodes of a cell; `nodal`: [nodes x dim], dim = 2 or 3.
  void place(const LocalIndex* nodes, const double* nodal, int dim);
  /// The placed cell at point q. Only where the cell has the problem's dimension are gradients found.
  PointGeometry at(int q) const;

 private:
  Rule rule_;
  CellType type_;
  int dimension_, num_nodes_, space_ = 3;
  bool is_axisymmetric_;
  std::vector<double> shape_, gradient_;  // [points][nodes], [points][nodes][dimension]
  Eigen::Matrix<double, 27, 3, Eigen::RowMajor> x_;
};

/// Calls visit(part, cell of the part, point) for every quadrature point of the cells of a region, in their order.
/// `degree`: of the rule of each cell type. `owned_only`: leaves ghost cells out, for sums over the ranks.
template <class Degree, class Visit>
void forEachPoint(const Region& region, const la::State& state, Degree&& degree, bool owned_only, Visit&& visit) {
  for (const RegionPart& part : region.parts()) {
    CellIntegrator cell(part.type(), quadrature(part.type(), degree(part.type())), region.isAxisymmetric());
    const LocalIndex count = owned_only ? part.numOwned() : part.numCells();
    for (LocalIndex i = 0; i < count; ++i) {
      cell.place(part.nodesOf(i), state.rest().data(), state.block());
      for (int q = 0; q < cell.numPoints(); ++q) visit(part, i, cell.at(q));
    }
  }
}

/// Degree for loads and masses of each cell type.
inline int massDegree(CellType type) {
  return degreeFor(type, Purpose::mass);
}

}  // namespace tenon::fem
