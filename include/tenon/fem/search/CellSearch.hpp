#pragma once
#include <array>
#include <gsl/span>
#include <memory>
#include <vector>

#include "tenon/fem/Domain.hpp"
#include "tenon/fem/search/RankBoxes.hpp"

namespace tenon::fem {

/// The cell that holds a point.
struct HoldingCell {
  std::int64_t tag = -1;  ///< element number in the mesh file; -1: no cell is near
  int num_nodes = 0;
  std::array<base::GlobalIndex, 27> nodes{};
  std::array<double, 27> weights{};  ///< N_a at the point
  double outside = 0.0;              ///< how far reference coordinates leave the cell: 0 inside and on its faces
};

/// Finds the cells of highest dimension that hold points, at rest, among cells that are spread over the ranks.
///
/// Each rank keeps its own cells in an R-tree of their boxes (Boost.Geometry); points go to the ranks whose box holds
/// them. A point on a face shared by several cells belongs to the one with the lowest tag, so that the result does not
/// depend on the partition. Refers to the mesh.
class CellSearch {
 public:
  /// Collective. `margin`: by how much of its own size a cell reaches beyond itself.
  CellSearch(const Domain& domain, double margin);
  ~CellSearch();

  /// Collective. For each of this rank's points the cell that holds it, or comes nearest within the margin.
  std::vector<HoldingCell> find(gsl::span<const base::Vec3> points) const;

 private:
  class Cells;
  std::unique_ptr<Cells> cells_;
  RankBoxes boxes_;
};

}  // namespace tenon::fem
