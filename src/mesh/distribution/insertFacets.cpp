// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "insertFacets.hpp"

#include <algorithm>
#include <map>

namespace tenon::mesh {
namespace {

/// Returns the block of a type, creating it after the blocks of its dimension if necessary.
std::size_t blockOf(CellType type, std::vector<CellBlock>& blocks, std::vector<Group>& groups) {
  const auto same = [&](const CellBlock& block) { return block.type == type; };
  const auto found = std::find_if(blocks.begin(), blocks.end(), same);
  if (found != blocks.end()) return static_cast<std::size_t>(found - blocks.begin());
  const auto lower = [&](const CellBlock& block) { return info(block.type).dimension < info(type).dimension; };
  const auto place = std::find_if(blocks.begin(), blocks.end(), lower);
  const auto at = place - blocks.begin();
  blocks.insert(place, CellBlock{type, 0, {}, {}, {}});
  for (Group& group : groups) group.cells.insert(group.cells.begin() + at, std::vector<LocalIndex>{});
  return static_cast<std::size_t>(at);
}

/// Returns the cells by their vertices; among several cells on the same vertices the one with the
/// lowest number.
std::map<FacetKey, LocalIndex> cellsByVertices(const CellBlock& block) {
  const auto tag = [&](LocalIndex cell) { return block.tags[static_cast<std::size_t>(cell)]; };
  std::map<FacetKey, LocalIndex> cells;
  for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
    LocalIndex& known = cells.emplace(facetKey(block.nodesOf(cell), info(block.type).num_vertices), cell).first->second;
    if (tag(cell) < tag(known)) known = cell;
  }
  return cells;
}

/// Inserts new cells into a block: owned cells after the owned ones, ghosts after the ghosts.
void insertCells(CellBlock& block, const std::vector<const BoundaryFacet*>& owned,
                 const std::vector<const BoundaryFacet*>& ghosts, std::int64_t first_tag, std::int64_t first_position) {
  const auto old_owned = static_cast<std::ptrdiff_t>(block.num_owned);
  std::vector<LocalIndex> nodes;
  std::vector<std::int64_t> tags, positions;
  const auto append = [&](const std::vector<const BoundaryFacet*>& facets) {
    nodes.clear(), tags.clear(), positions.clear();
    for (const BoundaryFacet* facet : facets) {
      nodes.insert(nodes.end(), facet->nodes.begin(), facet->nodes.end());
      tags.push_back(first_tag + facet->number);
      positions.push_back(first_position + facet->number);
    }
  };
  append(ghosts);
  block.nodes.insert(block.nodes.end(), nodes.begin(), nodes.end());
  block.tags.insert(block.tags.end(), tags.begin(), tags.end());
  block.positions.insert(block.positions.end(), positions.begin(), positions.end());
  append(owned);
  block.nodes.insert(block.nodes.begin() + old_owned * info(block.type).num_nodes, nodes.begin(), nodes.end());
  block.tags.insert(block.tags.begin() + old_owned, tags.begin(), tags.end());
  block.positions.insert(block.positions.begin() + old_owned, positions.begin(), positions.end());
  block.num_owned += static_cast<LocalIndex>(owned.size());
}

std::int64_t highestTag(const Mesh& mesh) {
  std::int64_t highest = 0;
  for (const CellBlock& block : mesh.blocks())
    for (const std::int64_t tag : block.tags) highest = std::max(highest, tag);
  return mesh.comm().max(static_cast<long>(highest));
}

}  // namespace

std::vector<std::vector<LocalIndex>> insertFacets(const Mesh& mesh, std::vector<CellBlock>& blocks,
                                                  std::vector<Group>& groups) {
  const std::vector<BoundaryFacet> facets = boundaryFacets(mesh);
  const std::int64_t first_tag = highestTag(mesh) + 1;
  std::array<bool, num_cell_types> present{};
  for (const BoundaryFacet& facet : facets) present[static_cast<std::size_t>(facet.type)] = true;
  for (int t = 0; t < num_cell_types; ++t)
    if (mesh.comm().any(present[static_cast<std::size_t>(t)])) blockOf(static_cast<CellType>(t), blocks, groups);

  std::vector<std::vector<LocalIndex>> boundary(blocks.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    CellBlock& block = blocks[b];
    if (info(block.type).dimension != mesh.dimension() - 1) continue;
    const auto first_position = static_cast<std::int64_t>(mesh.comm().sum(static_cast<long>(block.num_owned)));
    const std::map<FacetKey, LocalIndex> known = cellsByVertices(block);
    std::vector<const BoundaryFacet*> owned, ghosts;
    std::vector<LocalIndex>& cells = boundary[b];
    for (const BoundaryFacet& facet : facets) {
      if (facet.type != block.type) continue;
      const auto there = known.find(facetKey(facet.nodes.data(), info(block.type).num_vertices));
      if (there != known.end())
        cells.push_back(there->second);
      else
        (mesh.layout().isOwned(facet.nodes.front()) ? owned : ghosts).push_back(&facet);
    }
    const auto moved = [&, old_owned = block.num_owned](LocalIndex cell) {
      return cell < old_owned ? cell : cell + static_cast<LocalIndex>(owned.size());
    };
    for (Group& group : groups)
      for (LocalIndex& cell : group.cells[b]) cell = moved(cell);
    for (LocalIndex& cell : cells) cell = moved(cell);
    const LocalIndex first_new = block.num_owned;
    insertCells(block, owned, ghosts, first_tag, first_position);
    for (std::size_t i = 0; i < owned.size(); ++i) cells.push_back(first_new + static_cast<LocalIndex>(i));
    for (std::size_t i = ghosts.size(); i > 0; --i) cells.push_back(block.numCells() - static_cast<LocalIndex>(i));
    std::sort(cells.begin(), cells.end());
  }
  return boundary;
}

}  // namespace tenon::mesh
