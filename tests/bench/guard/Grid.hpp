// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <map>
#include <vector>

#include "tenon/la/assembly/Accumulator.hpp"

namespace tenon::bench {

/// The unit cube in n^3 boxes, n a power of two, each one hexahedron or six tetrahedra. The boxes
/// follow a Morton curve, and the nodes follow the boxes, as in meshes that tenon generates and
/// reads.
class Grid {
 public:
  Grid(int n, int nodes_per_cell) : n_(n), nodes_per_cell_(nodes_per_cell) {
    for (int box = 0; box < n * n * n; ++box)
      addBox({everyThirdBit(box), everyThirdBit(box >> 1), everyThirdBit(box >> 2)});
  }

  la::ElementTable table() const { return {cells_.data(), nodes_per_cell_, numCells()}; }
  base::LocalIndex numCells() const { return static_cast<base::LocalIndex>(cells_.size()) / nodes_per_cell_; }
  base::LocalIndex numNodes() const { return static_cast<base::LocalIndex>(points_.size() / 3); }
  const std::vector<double>& points() const { return points_; }

 private:
  using Corner = std::array<int, 3>;

  static int everyThirdBit(int code) {
    int bits = 0;
    for (int k = 0; code >> (3 * k) != 0; ++k) bits |= (code >> (3 * k) & 1) << k;
    return bits;
  }

  base::LocalIndex number(const Corner& at) {
    const auto [found, is_new] = numbers_.emplace(at, numNodes());
    if (is_new)
      for (const int step : at) points_.push_back(static_cast<double>(step) / n_);
    return found->second;
  }

  void addBox(const Corner& at) {
    if (nodes_per_cell_ == 8)
      addHexahedron(at);
    else
      for (const auto& way : {Corner{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}})
        addTetrahedron(at, way);
  }

  void addHexahedron(const Corner& at) {
    for (const int z : {0, 1})
      for (const auto& [x, y] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}})
        cells_.push_back(number({at[0] + x, at[1] + y, at[2] + z}));
  }

  /// Adds a tetrahedron along the edges of a box from its first corner to its last, with the axes
  /// in the given order. Odd permutations have negative volumes, but the counted work does not
  /// depend on the sign.
  void addTetrahedron(Corner at, const Corner& axes) {
    cells_.push_back(number(at));
    for (const int axis : axes) {
      ++at[static_cast<std::size_t>(axis)];
      cells_.push_back(number(at));
    }
  }

  int n_, nodes_per_cell_;
  std::map<Corner, base::LocalIndex> numbers_;
  std::vector<base::LocalIndex> cells_;
  std::vector<double> points_;
};

}  // namespace tenon::bench
