// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/Region.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tenon/base/Error.hpp"

namespace tenon::fem {

const char* cellsOfDimension(int dimension) {
  constexpr const char* names[] = {"points", "lines", "faces", "volumes"};
  return names[dimension];
}

namespace {

std::string madeOf(const mesh::Group& group) {
  if (group.dimension != mesh::Group::any_dimension)
    return fmt::format("consists of {} (dimension {})", cellsOfDimension(group.dimension), group.dimension);
  std::string kinds;
  for (int d = 0; d <= 3; ++d)
    if (group.hasCellsOf(d))
      kinds += fmt::format("{}{}", kinds.empty() ? "" : " and ", d == 0 ? "nodes" : cellsOfDimension(d));
  return "contains only " + kinds;
}

}  // namespace

RegionPart::RegionPart(const mesh::Mesh& mesh, int block, std::vector<LocalIndex> cells)
    : cells_(&mesh.blocks()[static_cast<std::size_t>(block)]), block_(block) {
  const int nodes_per_cell = mesh::info(cells_->type).num_nodes;
  num_cells_ = static_cast<LocalIndex>(cells.size());
  num_owned_ = static_cast<LocalIndex>(std::lower_bound(cells.begin(), cells.end(), cells_->num_owned) - cells.begin());
  table_ = {cells_->nodes.data(), nodes_per_cell, num_cells_};
  if (num_cells_ == cells_->numCells()) return;
  subset_ = std::move(cells);
  nodes_.reserve(subset_.size() * static_cast<std::size_t>(nodes_per_cell));
  for (const LocalIndex cell : subset_)
    nodes_.insert(nodes_.end(), cells_->nodesOf(cell), cells_->nodesOf(cell) + nodes_per_cell);
  table_.nodes = nodes_.data();
}

Region::Region(const Domain& domain, const std::string& group, int dimension, const std::string& context)
    : dimension_(dimension), is_axisymmetric_(domain.mesh.isAxisymmetric()) {
  const mesh::Mesh& mesh = domain.mesh;
  const mesh::Group* chosen = group.empty() ? nullptr : &mesh.group(group, dimension);
  if (chosen == nullptr && dimension > mesh.dimension())
    throw base::InputError(fmt::format(
        "{}: the mesh '{}' consists of {}, but {} are needed (dimension {}): generate them, for example with `gmsh "
        "-{}`.",
        context, mesh.file(), cellsOfDimension(mesh.dimension()), cellsOfDimension(dimension), dimension, dimension));
  if (chosen != nullptr && !chosen->hasCellsOf(dimension))
    throw base::InputError(fmt::format("{}: the group '{}' {}, but {} are needed (dimension {}).", context, group,
                                       madeOf(*chosen), cellsOfDimension(dimension), dimension));
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const mesh::CellBlock& block = mesh.blocks()[b];
    if (mesh::info(block.type).dimension != dimension) continue;
    std::vector<LocalIndex> cells;
    if (chosen != nullptr) {
      cells = chosen->cells[b];
    } else {
      cells.resize(static_cast<std::size_t>(block.numCells()));
      std::iota(cells.begin(), cells.end(), 0);
    }
    parts_.emplace_back(mesh, static_cast<int>(b), std::move(cells));
  }
}

}  // namespace tenon::fem
