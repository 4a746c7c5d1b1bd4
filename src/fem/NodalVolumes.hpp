// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::fem {

/// Nodal volumes of a region and their ratios to the reference volumes, for tetrahedra (tet4) or,
/// in plane problems, triangles (tri3):
///   J_a = v_a / V_a,   V_a = sum of V_e / n, v_a = sum of v_e / n over the cells e around node a.
/// Here, n is the number of nodes of a cell, and V and v are volumes in the reference and the
/// current configuration. At small strain, the relative change of volume theta_a is computed from
/// V_e tr H_e instead of v_e. The volumes v_e are polynomials in the nodal positions and are
/// evaluated exactly.
///
/// Some cells around the nodes of ghost cells are not present on this rank. The constructor gathers
/// these cells and adds their nodes to the ghost nodes of the state. No further communication is
/// necessary, because the quantities that depend on an owned node involve only the two rings of
/// cells around the node, which are then present on this rank.
/// @see ADR 23
class NodalVolumes {
 public:
  /// Finds the cells around all nodes of a region. update() must be called before any evaluation.
  /// @param domain  object to which the region belongs; ghost nodes are added to its state
  /// @param region  region of tetrahedra, or of triangles in a plane problem
  /// @param context  name of the contributor, for error messages
  /// @throws InputError on all ranks if the region contains cells of other types
  /// @note Collective.
  NodalVolumes(const Domain& domain, const Region& region, const std::string& context);

  /// Returns the number of nodes of the region's cells, including ghost nodes. Arrays of nodal
  /// values have one entry for each of these nodes.
  std::size_t numNodes() const { return nodes_.size(); }
  /// Returns the nodal volume ratios J_a, or theta_a at small strain, as of the last update(),
  /// [numNodes()].
  const std::vector<double>& dilatations() const { return dilatations_; }
  /// Returns the reference volumes V_a, [numNodes()] [length³; length² in plane problems]. Empty
  /// before the first update().
  const std::vector<double>& volumes() const { return volumes_; }

  /// Computes V_a, J_a and the derivatives d_a = d v_a / dx for the current displacement of the
  /// state.
  /// @param is_at_small_strain  true to compute theta_a instead of J_a, and d_a in the reference
  ///   configuration
  /// @note Not collective. The displacements of ghost nodes must be up to date.
  void update(bool is_at_small_strain);

  /// Returns, for each cell of the region on this rank, the mean of a nodal quantity over the nodes
  /// of the cell.
  /// @param nodal  [numNodes()] nodal values
  /// @return [cells] means, including ghost cells, in the order of the region's parts
  /// @note Not collective.
  std::vector<double> meansOfCells(const std::vector<double>& nodal) const;

  /// Returns the first-order change of each nodal volume, d_a . dx.
  /// @param dx  [local nodes × dim] increments of the positions, including ghosts [length]
  /// @return [numNodes()] changes of volume [length³; length² in plane problems]
  /// @note Not collective.
  std::vector<double> volumeChanges(gsl::span<const double> dx) const;

  /// Adds the sum over nodes a of weights_a d_a d_a^T to the matrix rows of owned nodes. The
  /// stencil of a row extends over two rings of cells.
  /// @param weights  [numNodes()] factors
  /// @param matrix  accumulator for the derivative of the nodal forces with respect to the
  ///   positions
  /// @note Not collective.
  void addDyads(const std::vector<double>& weights, la::Derivative& matrix) const;
  /// Adds the sum over nodes a of weights_a d_a (d_a . dx) to `df`. The sums are complete for owned
  /// nodes only.
  /// @param weights  [numNodes()] factors
  /// @param dx  [local nodes × dim] increments of the positions, including ghosts [length]
  /// @param df  [local nodes × dim] result
  /// @note Not collective.
  void addDyadsTimes(const std::vector<double>& weights, gsl::span<const double> dx, gsl::span<double> df) const;

 private:
  static constexpr LocalIndex no_row = -1;
  template <int dim>
  void updateCells(bool is_at_small_strain);
  template <int dim>
  void addRows(const std::vector<double>& weights, la::Derivative& matrix) const;

  void findCells(const Domain& domain, const Region& region);
  void findNeighbours();
  gsl::span<const LocalIndex> neighboursOf(LocalIndex row) const {
    const auto begin = starts_[static_cast<std::size_t>(row)], end = starts_[static_cast<std::size_t>(row) + 1];
    return {columns_.data() + begin, end - begin};
  }
  /// Returns the derivative d_a of the nodal volume of row `row` with respect to the position of
  /// the neighbouring node `column`.
  const double* slope(LocalIndex row, LocalIndex column) const;
  std::size_t numCells() const { return cells_.size() / num_corners_; }

  const la::State& state_;
  std::size_t num_corners_;        // number of nodes of a cell
  std::vector<LocalIndex> cells_;  // [cells][corners], cells of the region, followed by cells around ghost nodes
  std::size_t num_region_cells_ = 0;
  std::vector<LocalIndex> nodes_;        // nodes of the rows; all cells around these nodes are present
  std::vector<LocalIndex> row_of_node_;  // [local nodes] row of each node; no_row if there is none
  std::vector<std::size_t> starts_;      // [rows + 1] start of each row in columns_
  std::vector<LocalIndex> columns_;      // nodes around the node of each row and the node itself, ascending
  // Index in columns_ of the derivative of the volume at the first corner with respect to the
  // position of the second corner, [cells][corners][corners].
  std::vector<LocalIndex> places_;
  std::vector<double> volumes_, dilatations_;
  std::vector<double> slopes_;  // [columns][dim] derivatives d_a
};

}  // namespace tenon::fem
