// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/fem/cells.hpp"

namespace tenon::fem {

/// First-order cells that connect the nodes of the second-order cells of a region: 8 for each solid
/// cell, 4 for each face,
///   hex27 -> hex8   tet10 -> tet4   quad9 -> quad4   tri6 -> tri3
/// The matrices of the first-order cells have a third of the entries and are suitable for
/// preconditioning. Serendipity cells have no interior nodes and remain unchanged, as do
/// first-order cells.
/// @see Orszag, Spectral methods for problems in complex geometries, 1980
class FirstOrderCells {
 public:
  /// Subdivides the cells of a part of a region, ghost cells included.
  /// @param part  part that must outlive this object
  explicit FirstOrderCells(const RegionPart& part);
  FirstOrderCells(const FirstOrderCells&) = delete;  // the table points into this object
  FirstOrderCells& operator=(const FirstOrderCells&) = delete;

  /// Returns the type of the first-order cells.
  CellType type() const { return type_; }
  /// Returns the connectivity for accumulators. The table is valid as long as this object and the
  /// part exist.
  const la::ElementTable& table() const { return table_; }

 private:
  CellType type_;
  std::vector<LocalIndex> nodes_;
  la::ElementTable table_;
};

/// Returns the nodes of the first-order cells within one second-order cell. Each first-order cell
/// has positive volume.
/// @return [children × numVertices(type)] node numbers within the cell; empty for types without
///   subdivision
std::vector<int> firstOrderNodes(CellType type);

}  // namespace tenon::fem
