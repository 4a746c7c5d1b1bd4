// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "entities.hpp"

#include <algorithm>
#include <set>

#include "NodeSite.hpp"

namespace tenon::mesh {
namespace {

/// Face or edge of one cell.
struct Occurrence {
  FacetKey key;
  std::uint32_t block;
  LocalIndex cell;
  std::int32_t number;
  bool is_selected;
};

std::vector<EntityType> makeEntities(CellType type, int dimension) {
  const CellTypeInfo& cell = info(type);
  std::vector<EntityType> all;
  if (cell.dimension == dimension) {
    all.push_back({type, {}});
    for (int i = 0; i < cell.num_nodes; ++i) all.back().nodes.push_back(i);
  } else if (cell.dimension == dimension + 1) {
    for (const auto& [facet, nodes] : cell.facets) all.push_back({facet, nodes});
  } else if (dimension == 1) {
    const auto& sites = sitesOf(type);
    for (const auto& [a, b] : edgesOf(type)) {
      all.push_back({cell.order == 2 ? CellType::line3 : CellType::line2, {a, b}});
      if (cell.order == 2)
        all.back().nodes.push_back(
            static_cast<int>(std::find(sites.begin(), sites.end(), siteBetween(type, a, b)) - sites.begin()));
    }
  }
  return all;
}

std::vector<Occurrence> occurrencesOf(const Mesh& mesh, const Selection& selection, const Memberships& memberships,
                                      int dimension) {
  std::vector<Occurrence> all;
  LocalIndex vertices[4];
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const CellBlock& block = mesh.blocks()[b];
    const int of_cells = info(block.type).dimension;
    if (of_cells < dimension || of_cells > selection.dimension) continue;
    const auto& entities = entitiesOf(block.type, dimension);
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell) {
      const bool is_selected = selection.cells[b][static_cast<std::size_t>(cell)] != 0;
      if (!is_selected &&
          (of_cells == selection.dimension || memberships.of_cells[b][static_cast<std::size_t>(cell)].empty()))
        continue;
      const LocalIndex* nodes = block.nodesOf(cell);
      for (std::size_t e = 0; e < entities.size(); ++e) {
        const int num_vertices = info(entities[e].type).num_vertices;
        for (int v = 0; v < num_vertices; ++v) vertices[v] = nodes[entities[e].nodes[static_cast<std::size_t>(v)]];
        if (std::none_of(vertices, vertices + num_vertices, [&](LocalIndex n) { return mesh.layout().isOwned(n); }))
          continue;
        all.push_back({facetKey(vertices, num_vertices), static_cast<std::uint32_t>(b), cell,
                       static_cast<std::int32_t>(e), is_selected});
      }
    }
  }
  return all;
}

bool ownsFirstVertex(const Mesh& mesh, const FacetKey& key) {
  LocalIndex first = key[3];
  for (const LocalIndex node : key)
    if (node >= 0 &&
        mesh.nodePositions()[static_cast<std::size_t>(node)] < mesh.nodePositions()[static_cast<std::size_t>(first)])
      first = node;
  return mesh.layout().isOwned(first);
}

}  // namespace

const std::vector<EntityType>& entitiesOf(CellType type, int dimension) {
  static const auto all = [] {
    std::vector<std::vector<EntityType>> entities;
    for (int t = 0; t < num_cell_types; ++t)
      for (int d = 0; d < 4; ++d) entities.push_back(makeEntities(static_cast<CellType>(t), d));
    return entities;
  }();
  return all[static_cast<std::size_t>(type) * 4 + static_cast<std::size_t>(dimension)];
}

std::vector<Entity> findEntities(const Mesh& mesh, const Selection& selection, const Memberships& memberships,
                                 int dimension, bool only_boundary) {
  std::vector<Occurrence> all = occurrencesOf(mesh, selection, memberships, dimension);
  const auto place = [&](const Occurrence& s) {
    return mesh.blocks()[s.block].positions[static_cast<std::size_t>(s.cell)];
  };
  std::sort(all.begin(), all.end(), [&](const Occurrence& a, const Occurrence& b) {
    return std::make_tuple(a.key, !a.is_selected, a.block, place(a), a.number) <
           std::make_tuple(b.key, !b.is_selected, b.block, place(b), b.number);
  });
  std::vector<Entity> entities;
  for (std::size_t i = 0, end = 0; i < all.size(); i = end) {
    std::size_t num_selected = 0;
    for (end = i; end < all.size() && all[end].key == all[i].key; ++end) num_selected += all[end].is_selected ? 1 : 0;
    if (num_selected == 0 || (only_boundary && num_selected > 1)) continue;
    std::set<int> groups;
    for (std::size_t k = i; k < end; ++k) {
      const auto& more = memberships.of_cells[all[k].block][static_cast<std::size_t>(all[k].cell)];
      groups.insert(more.begin(), more.end());
    }
    entities.push_back({all[i].block, all[i].cell, static_cast<std::size_t>(all[i].number),
                        atLeast(dimension, {groups.begin(), groups.end()}, mesh), ownsFirstVertex(mesh, all[i].key)});
  }
  return entities;
}

}  // namespace tenon::mesh
