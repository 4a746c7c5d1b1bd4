// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "BoxPattern.hpp"

#include <algorithm>

#include "mesh/checks/reference.hpp"

namespace tenon::mesh {
namespace {

constexpr Lattice corners[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2}, {2, 0, 2}, {2, 2, 2}, {0, 2, 2}};

std::vector<Lattice> cornersOf(const std::vector<int>& numbers) {
  std::vector<Lattice> points;
  for (const int number : numbers) points.push_back(corners[number]);
  return points;
}

/// Returns the vertices of the cells that fill a brick.
std::vector<std::vector<Lattice>> verticesOfCells(CellType type) {
  const CellTypeInfo& cell = info(type);
  std::vector<std::vector<int>> cells;
  if (cell.dimension == 2 && cell.num_vertices == 3) cells = {{0, 1, 2}, {0, 2, 3}};
  if (cell.dimension == 2 && cell.num_vertices == 4) cells = {{0, 1, 2, 3}};
  // The six paths along the axes from corner 0 to corner 6.
  if (cell.dimension == 3 && cell.num_vertices == 4)
    cells = {{0, 1, 2, 6}, {0, 5, 1, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 4, 5, 6}, {0, 7, 4, 6}};
  if (cell.num_vertices == 6) cells = {{0, 1, 2, 4, 5, 6}, {0, 2, 3, 4, 6, 7}};
  if (cell.num_vertices == 8) cells = {{0, 1, 2, 3, 4, 5, 6, 7}};
  if (cell.num_vertices == 5)
    for (const auto& facet : info(CellType::hex8).facets)
      cells.emplace_back(facet.second.rbegin(), facet.second.rend());

  std::vector<std::vector<Lattice>> vertices;
  for (const auto& numbers : cells) vertices.push_back(cornersOf(numbers));
  if (cell.num_vertices == 5)
    for (auto& pyramid : vertices) pyramid.push_back({1, 1, 1});
  return vertices;
}

std::size_t parityOf(const Lattice& at) {
  return static_cast<std::size_t>((at[0] & 1) | ((at[1] & 1) << 1) | ((at[2] & 1) << 2));
}

}  // namespace

BoxPattern::BoxPattern(CellType type) : types{type} {
  for (const auto& vertices : verticesOfCells(type)) addCell(vertices);
  findSides();
}

void BoxPattern::addCell(const std::vector<Lattice>& vertices) {
  std::vector<Lattice> nodes = vertices;
  for (const auto& parents : midpointVertices(types[0])) {
    Lattice sum{0, 0, 0};
    for (const int v : parents)
      for (std::size_t k = 0; k < 3; ++k) sum[k] += vertices[static_cast<std::size_t>(v)][k];
    for (int& coordinate : sum) coordinate /= static_cast<int>(parents.size());
    nodes.push_back(sum);
  }
  for (const Lattice& node : nodes) parities[parityOf(node)] = true;
  cells.push_back(std::move(nodes));
}

void BoxPattern::findSides() {
  for (std::size_t side = 0; side < 2 * static_cast<std::size_t>(info(types[0]).dimension); ++side)
    for (const auto& cell : cells)
      for (const auto& [facet_type, numbers] : info(types[0]).facets) {
        std::vector<Lattice> nodes;
        for (const int number : numbers) nodes.push_back(cell[static_cast<std::size_t>(number)]);
        const int level = side % 2 == 0 ? 0 : 2;
        if (!std::all_of(nodes.begin(), nodes.end(), [&](const Lattice& at) { return at[side / 2] == level; }))
          continue;
        auto found = std::find(types.begin() + 1, types.end(), facet_type);
        if (found == types.end()) found = types.insert(types.end(), facet_type);
        sides[side].push_back({static_cast<std::size_t>(found - types.begin()), 0, 0, std::move(nodes)});
      }
  for (auto& facets : sides)
    for (SideFacet& facet : facets) {
      for (const SideFacet& other : facets)
        if (other.type == facet.type) facet.index += &other < &facet ? 1 : 0, ++facet.count;
    }
}

BoxGrid::BoxGrid(const BoxPattern& pattern, std::array<int, 3> cells) : cells_(cells) {
  for (std::size_t parity = 0; parity < 8; ++parity) {
    std::int64_t nodes = pattern.parities[parity] ? 1 : 0;
    for (std::size_t k = 0; k < 3 && nodes > 0; ++k) nodes *= nodesAlong(k, parity);
    first_row_[parity + 1] = first_row_[parity] + nodes;
  }
  const std::int64_t little_boxes = static_cast<std::int64_t>(cells[0]) * cells[1] * std::max(cells[2], 1);
  first_facet_.resize(pattern.types.size());
  first_tag_ = {1};
  std::int64_t num_cells = little_boxes * static_cast<std::int64_t>(pattern.cells.size());
  for (std::size_t type = 1; type < pattern.types.size(); ++type) {
    first_tag_.push_back(first_tag_.back() + num_cells);
    num_cells = 0;
    for (std::size_t side = 0; side < 6; ++side) {
      first_facet_[type][side] = num_cells;
      for (const SideFacet& facet : pattern.sides[side])
        if (facet.type == type) num_cells += little_boxes / std::max(cells[side / 2], 1);
    }
  }
}

std::int64_t BoxGrid::rowOf(const Lattice& at) const {
  const std::size_t parity = parityOf(at);
  return first_row_[parity] +
         (static_cast<std::int64_t>(at[2] / 2) * nodesAlong(1, parity) + at[1] / 2) * nodesAlong(0, parity) + at[0] / 2;
}

Lattice BoxGrid::latticeOf(std::int64_t row) const {
  std::size_t parity = 0;
  while (row >= first_row_[parity + 1]) ++parity;
  row -= first_row_[parity];
  Lattice at;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::int64_t along = nodesAlong(k, parity);
    at[k] = static_cast<int>(2 * (row % along)) + static_cast<int>((parity >> k) & 1u);
    row /= along;
  }
  return at;
}

std::int64_t BoxGrid::positionOf(const SideFacet& facet, int side, const Lattice& at) const {
  const std::size_t axis = static_cast<std::size_t>(side / 2), u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
  const std::int64_t face = static_cast<std::int64_t>(at[v]) * cells_[u] + at[u];
  return first_facet_[facet.type][static_cast<std::size_t>(side)] + face * facet.count + facet.index;
}

}  // namespace tenon::mesh
