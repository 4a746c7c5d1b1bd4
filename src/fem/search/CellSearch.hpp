// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <gsl/span>
#include <memory>
#include <vector>

#include "RankBoxes.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Cell that contains a point.
struct ContainingCell {
  std::int64_t tag = -1;                      ///< element number in the mesh file; -1 if no cell is near
  int num_nodes = 0;                          ///< number of nodes of the cell
  std::array<base::GlobalIndex, 27> nodes{};  ///< global numbers of the nodes
  std::array<double, 27> weights{};           ///< shape functions N_a at the point
  /// Distance of the reference coordinates from the cell: 0 inside and on its faces.
  double outside = 0.0;
};

/// Search for the cells of highest dimension that contain points, in the reference configuration,
/// among cells that are distributed over the ranks.
///
/// Each rank stores its own cells in an R-tree of their boxes (Boost.Geometry). Points are sent to
/// the ranks whose box contains them. A point on a face shared by several cells belongs to the cell
/// with the lowest tag, so that the result is independent of the partition. The object refers to
/// the mesh.
class CellSearch {
 public:
  /// Constructs the search tree.
  /// @param domain  object with the cells
  /// @param margin  extension of each cell relative to its size
  /// @note Collective.
  CellSearch(const Domain& domain, double margin);
  ~CellSearch();

  /// Returns for each point of this rank the cell that contains the point, or the nearest cell
  /// within the margin.
  /// @note Collective.
  std::vector<ContainingCell> find(gsl::span<const base::Vec3> points) const;

 private:
  class Cells;
  std::unique_ptr<Cells> cells_;
  RankBoxes boxes_;
};

}  // namespace tenon::fem
