// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mesh/generation/generate.hpp"

#include <algorithm>

#include "BoxPattern.hpp"
#include "mesh/distribution/exchange.hpp"
#include "mesh/reading/MeshShare.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

/// Range of bricks along each axis.
struct Range {
  std::array<int, 3> first, last;
  int count(std::size_t axis) const { return last[axis] - first[axis]; }
};

/// Returns the part of `range` of one of `ranks` ranks, by recursive bisection across the longest
/// axis.
Range partOf(Range range, int rank, int ranks, const std::array<double, 3>& step) {
  while (ranks > 1) {
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (range.count(k) * step[k] > range.count(axis) * step[axis]) axis = k;
    const int lower_ranks = ranks / 2;
    const auto lower = static_cast<int>(static_cast<std::int64_t>(range.count(axis)) * lower_ranks / ranks);
    if (rank < lower_ranks) {
      range.last[axis] = range.first[axis] + lower;
      ranks = lower_ranks;
    } else {
      range.first[axis] += lower;
      rank -= lower_ranks;
      ranks -= lower_ranks;
    }
  }
  return range;
}

class BoxGenerator {
 public:
  BoxGenerator(const base::Communicator& comm, const BoxPattern& pattern, std::array<int, 3> cells, const Point& low,
               const Point& high, const BoxOptions& options)
      : comm_(comm), pattern_(pattern), grid_(pattern, cells), cells_(cells), low_(low), options_(options) {
    for (std::size_t k = 0; k < 3; ++k) step_[k] = cells[k] > 0 ? (high[k] - low[k]) / (2.0 * cells[k]) : 0.0;
  }

  Mesh generate() {
    const MeshOutline outline = makeOutline();
    share_.cells.resize(outline.types.size());
    addNodes(outline.node_starts);
    addCells();
    return assembleMesh(comm_, outline, std::move(share_));
  }

 private:
  MeshOutline makeOutline() const {
    MeshOutline outline{"box", info(pattern_.types[0]).dimension, pattern_.types, {}, {{}, {0}}, {}};
    outline.groups.push_back({"all", outline.dimension});
    const char* const sides[] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
    for (int s = 0; s < 2 * outline.dimension; ++s) {
      outline.groups.push_back({sides[s], outline.dimension - 1});
      outline.group_sets.push_back({s + 1});
    }
    outline.node_starts = equalShares(grid_.numNodes(), comm_.size());
    return outline;
  }

  Point pointAt(const Lattice& at) const {
    return {low_[0] + step_[0] * at[0], low_[1] + step_[1] * at[1], low_[2] + step_[2] * at[2]};
  }

  void addNodes(const std::vector<std::int64_t>& starts) {
    const auto here = static_cast<std::size_t>(comm_.rank());
    for (std::int64_t row = starts[here]; row < starts[here + 1]; ++row) {
      Point point = pointAt(grid_.latticeOf(row));
      if (options_.map) point = options_.map(point);
      share_.points.insert(share_.points.end(), point.begin(), point.end());
      share_.node_tags.push_back(row + 1);
      share_.node_positions.push_back(row);
    }
  }

  void addCells() {
    const Range all{{0, 0, 0}, {cells_[0], cells_[1], std::max(cells_[2], 1)}};
    const Range mine = partOf(all, comm_.rank(), comm_.size(), step_);
    for (int k = mine.first[2]; k < mine.last[2]; ++k)
      for (int j = mine.first[1]; j < mine.last[1]; ++j)
        for (int i = mine.first[0]; i < mine.last[0]; ++i) addBrick({i, j, k});
  }

  void addBrick(const Lattice& at) {
    CellShare& top = share_.cells[0];
    std::int64_t position = ((static_cast<std::int64_t>(at[2]) * cells_[1] + at[1]) * cells_[0] + at[0]) *
                            static_cast<std::int64_t>(pattern_.cells.size());
    for (const auto& cell : pattern_.cells) {
      addCell(top, at, cell, position, position + 1, 1);
      top.parts.push_back(partOfCell(at, cell));
      ++position;
    }
    for (int side = 0; side < 2 * info(pattern_.types[0]).dimension; ++side) {
      const auto axis = static_cast<std::size_t>(side / 2);
      if (at[axis] != (side % 2 == 0 ? 0 : cells_[axis] - 1)) continue;
      for (const SideFacet& facet : pattern_.sides[static_cast<std::size_t>(side)]) {
        const std::int64_t place = grid_.positionOf(facet, side, at);
        addCell(share_.cells[facet.type], at, facet.nodes, place, grid_.firstTag(facet.type) + place, side + 2);
      }
    }
  }

  void addCell(CellShare& cells, const Lattice& at, const std::vector<Lattice>& nodes, std::int64_t position,
               std::int64_t tag, int set) const {
    for (const Lattice& node : nodes)
      cells.nodes.push_back(grid_.rowOf({2 * at[0] + node[0], 2 * at[1] + node[1], 2 * at[2] + node[2]}));
    cells.positions.push_back(position);
    cells.tags.push_back(tag);
    cells.group_set.push_back(set);
  }

  int partOfCell(const Lattice& at, const std::vector<Lattice>& nodes) const {
    if (!options_.part) return comm_.rank();
    const auto num_vertices = static_cast<std::size_t>(info(pattern_.types[0]).num_vertices);
    Point centre{0, 0, 0};
    for (std::size_t v = 0; v < num_vertices; ++v) {
      const Point point = pointAt({2 * at[0] + nodes[v][0], 2 * at[1] + nodes[v][1], 2 * at[2] + nodes[v][2]});
      for (std::size_t k = 0; k < 3; ++k) centre[k] += point[k] / static_cast<double>(num_vertices);
    }
    return options_.part(centre);
  }

  base::Communicator comm_;
  const BoxPattern& pattern_;
  BoxGrid grid_;
  std::array<int, 3> cells_;
  Point low_;
  std::array<double, 3> step_{};
  const BoxOptions& options_;
  MeshShare share_;
};

}  // namespace

Mesh box(const base::Communicator& comm, CellType type, std::array<int, 3> cells, const Point& low, const Point& high,
         const BoxOptions& options) {
  if (info(type).dimension < 2)
    throw base::InputError("A box can consist only of solids or faces, not of points or lines.");
  if (info(type).dimension == 2) cells[2] = 0;
  for (int k = 0; k < info(type).dimension; ++k)
    if (cells[static_cast<std::size_t>(k)] < 1)
      throw base::InputError("A box needs at least one cell along each axis.");
  const BoxPattern pattern(type);
  return BoxGenerator(comm, pattern, cells, low, high, options).generate();
}

}  // namespace tenon::mesh
