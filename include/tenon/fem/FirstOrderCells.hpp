#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {

/// The cells of first order between the nodes of a region's cells of second order: 8 for a solid, 4 for a face,
///   hex27 -> hex8   tet10 -> tet4   quad9 -> quad4   tri6 -> tri3
/// Their matrices have a third of the entries and serve as well to precondition (Orszag, Spectral methods for problems
/// in complex geometries, 1980). Serendipity cells have no node inside and stay as they are, as those of first order
/// do.
class FirstOrderCells {
 public:
  explicit FirstOrderCells(const RegionPart& part);
  FirstOrderCells(const FirstOrderCells&) = delete;  // the table points into this
  FirstOrderCells& operator=(const FirstOrderCells&) = delete;

  CellType type() const { return type_; }
  /// Connectivity for accumulators; lives as long as this, and the part.
  const la::ElementTable& table() const { return table_; }

 private:
  CellType type_;
  std::vector<LocalIndex> nodes_;
  la::ElementTable table_;
};

/// Nodes of the cells of first order within one of second order, [children x numVertices(type)], each of positive
/// volume; empty for types that have none.
std::vector<int> firstOrderNodes(CellType type);

}  // namespace tenon::fem
