#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "tenon/mesh/CellType.hpp"

namespace tenon::mesh {

/// Steps of half a little box along each axis.
using Lattice = std::array<int, 3>;

/// A facet on one side of a little box.
struct SideFacet {
  std::size_t type;  ///< index into BoxPattern::types
  int index, count;  ///< place among the facets of this type on this side of a little box, and their number
  std::vector<Lattice> nodes;
};

/// How one little box, lattice points 0..2 along each axis, is cut into cells of one type.
struct BoxPattern {
  explicit BoxPattern(CellType type);

  std::vector<CellType> types;              ///< the cells' type, then those of the facets
  std::vector<std::vector<Lattice>> cells;  ///< nodes of each cell
  std::array<std::vector<SideFacet>, 6> sides;
  std::array<bool, 8> parities{};  ///< which kinds of lattice points are nodes: bit k set where coordinate k is odd

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
  /// Place of the facet of little box `at` among all facets of its type.
  std::int64_t positionOf(const SideFacet& facet, int side, const Lattice& at) const;
  /// Tag of the first cell of a type.
  std::int64_t firstTag(std::size_t type) const { return first_tag_[type]; }

 private:
  int nodesAlong(std::size_t axis, std::size_t parity) const {
    return cells_[axis] + 1 - static_cast<int>((parity >> axis) & 1u);
  }

  std::array<int, 3> cells_;
  std::array<std::int64_t, 9> first_row_{};               // of each parity
  std::vector<std::array<std::int64_t, 6>> first_facet_;  // [types][sides]
  std::vector<std::int64_t> first_tag_;
};

}  // namespace tenon::mesh
