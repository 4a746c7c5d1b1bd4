// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {

/// Subdivision of the second-order cells of a region into first-order cells with the same nodes, 8
/// for each solid cell and 4 for each face:
///   hex27 -> hex8   tet10 -> tet4   quad9 -> quad4   tri6 -> tri3
/// Matrices that are assembled from the first-order cells are suitable for preconditioning and have
/// only a third as many entries as the matrices of the second-order cells. First-order cells remain
/// unchanged, as do serendipity cells, which have no interior nodes.
/// @see Orszag, Spectral methods for problems in complex geometries, 1980
class FirstOrderCells {
 public:
  /// Subdivides the cells of one part of a region, including ghost cells.
  /// @param part  part of the region, which must outlive this object
  explicit FirstOrderCells(const RegionPart& part);
  FirstOrderCells(const FirstOrderCells&) = delete;  // the table points into this object
  FirstOrderCells& operator=(const FirstOrderCells&) = delete;

  /// Returns the type of the cells after the subdivision.
  CellType type() const { return type_; }
  /// Returns the connectivity of the first-order cells, for accumulators. The table is valid as
  /// long as this object and the part exist.
  const la::ElementTable& table() const { return table_; }

 private:
  CellType type_;
  std::vector<LocalIndex> nodes_;
  la::ElementTable table_;
};

/// Returns the connectivity of the first-order cells into which a second-order cell of the given
/// type is subdivided. The nodes of each first-order cell are ordered such that its volume is
/// positive.
/// @return [first-order cells × numVertices(type)] node numbers within the second-order cell; empty
///   for types that are not subdivided
std::vector<int> firstOrderNodes(CellType type);

}  // namespace tenon::fem
