#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "tenon/fem/Region.hpp"
#include "tenon/la/contributions.hpp"

namespace tenon::fem {

/// The mean volume ratios of the cells around the nodes of a region of tetrahedra (tet4), or of triangles (tri3) in the
/// plane:
///   J_a = v_a / V_a,   V_a = sum of V_e / n, v_a = sum of v_e / n over the cells e around node a,
/// n the nodes of a cell, V and v volumes at rest and now. At small strain theta_a, where V_e tr H_e stands for v_e.
/// v_e are polynomials of the positions, and so exact.
///
/// A node of a ghost cell has cells that its rank does not know: they are asked for once, and their nodes become ghosts
/// of the state. From then on nothing is communicated: what depends on a node that is owned reaches two rings of cells,
/// and both are here.
class NodalVolumes {
 public:
  /// Collective. InputError, the same on all ranks, for cells of other types; `wanted_by` begins the sentence.
  NodalVolumes(const Domain& domain, const Region& region, const std::string& wanted_by);

  /// Nodes of the region's cells, ghosts included. Arrays of nodal values have one number for each.
  std::size_t numNodes() const { return nodes_.size(); }
  /// J_a, or theta_a at small strain, at the state's displacement.
  const std::vector<double>& dilatations() const { return dilatations_; }
  /// V_a.
  const std::vector<double>& volumes() const { return volumes_; }

  /// Finds J_a and its slopes d_a = d v_a / dx at the state's displacement.
  void place(bool is_at_small_strain);

  /// Means over the nodes of each of the region's cells on this rank, ghosts included, in the order of its parts.
  std::vector<double> meansOfCells(const std::vector<double>& nodal) const;

  /// d_a . dx, the first-order change of each node's volume.
  std::vector<double> changes(gsl::span<const double> dx) const;

  /// Adds sum over nodes a of weights_a d_a d_a^T to the rows of owned nodes; as wide as two rings.
  void addDyads(const std::vector<double>& weights, la::Derivative& matrix) const;
  /// df += sum over nodes a of weights_a d_a (d_a . dx), of owned nodes.
  void addDyadsTimes(const std::vector<double>& weights, gsl::span<const double> dx, gsl::span<double> df) const;

 private:
  static constexpr LocalIndex nowhere = -1;
  template <int dim>
  void placeCells(bool is_at_small_strain);
  template <int dim>
  void addRows(const std::vector<double>& weights, la::Derivative& matrix) const;

  void findCells(const Domain& domain, const Region& region);
  void findNeighbours();
  gsl::span<const LocalIndex> neighboursOf(LocalIndex row) const {
    const auto begin = starts_[static_cast<std::size_t>(row)], end = starts_[static_cast<std::size_t>(row) + 1];
    return {columns_.data() + begin, end - begin};
  }
  /// d_a of a row by one of its neighbours.
  const double* slope(LocalIndex row, LocalIndex column) const;
  std::size_t numCells() const { return cells_.size() / num_corners_; }

  const la::State& state_;
  std::size_t num_corners_;        // of a cell
  std::vector<LocalIndex> cells_;  // [cells][corners], those of the region, then those around ghosts
  std::size_t num_region_cells_ = 0;
  std::vector<LocalIndex> nodes_;        // the rows: all cells around them are here
  std::vector<LocalIndex> row_of_node_;  // [local nodes], or nowhere
  std::vector<std::size_t> starts_;      // [rows + 1]
  std::vector<LocalIndex> columns_;      // nodes around that of each row, and itself, ascending
  std::vector<LocalIndex> places_;       // [cells][corners][corners] where the slope by the second is in columns_
  std::vector<double> volumes_, dilatations_;
  std::vector<double> slopes_;  // [columns][dim]
};

}  // namespace tenon::fem
