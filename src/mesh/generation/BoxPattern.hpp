// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Coordinates in steps of half a brick along each axis.
using Lattice = std::array<int, 3>;

/// Facet on one side of a brick.
struct SideFacet {
  std::size_t type;  ///< index into BoxPattern::types
  int index, count;  ///< index among the facets of this type on this side of a brick, and their number
  std::vector<Lattice> nodes;
};

/// Decomposition of one brick, lattice points 0..2 along each axis, into cells of one type.
struct BoxPattern {
  explicit BoxPattern(CellType type);

  std::vector<CellType> types;              ///< type of the cells, then types of the facets
  std::vector<std::vector<Lattice>> cells;  ///< nodes of each cell
  std::array<std::vector<SideFacet>, 6> sides;
  /// Kinds of lattice points that are nodes: bit k is set for an odd coordinate k.
  std::array<bool, 8> parities{};

 private:
  void addCell(const std::vector<Lattice>& vertices);
  void findSides();
};

/// Numbers of nodes and facets of a whole box, in closed form.
class BoxGrid {
 public:
  BoxGrid(const BoxPattern& pattern, std::array<int, 3> cells);

  std::int64_t numNodes() const { return first_row_.back(); }
  std::int64_t rowOf(const Lattice& at) const;
  Lattice latticeOf(std::int64_t row) const;
  /// Returns the index of the facet of brick `at` among all facets of its type.
  std::int64_t positionOf(const SideFacet& facet, int side, const Lattice& at) const;
  /// Returns the tag of the first cell of a type.
  std::int64_t firstTag(std::size_t type) const { return first_tag_[type]; }

 private:
  int nodesAlong(std::size_t axis, std::size_t parity) const {
    return cells_[axis] + 1 - static_cast<int>((parity >> axis) & 1u);
  }

  std::array<int, 3> cells_;
  std::array<std::int64_t, 9> first_row_{};               // first row of the nodes of each parity
  std::vector<std::array<std::int64_t, 6>> first_facet_;  // [types][sides] index of the first facet
  std::vector<std::int64_t> first_tag_;
};

}  // namespace tenon::mesh
