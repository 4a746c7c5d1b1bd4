// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "boundary.hpp"

#include <algorithm>

namespace tenon::mesh {
namespace {

constexpr std::int64_t facets_per_cell = 8;  // upper bound

struct Candidate {
  FacetKey key;
  std::size_t block;
  LocalIndex cell;
  std::size_t facet;
};

bool touchesOwned(const Mesh& mesh, const LocalIndex* nodes, const std::vector<int>& at) {
  return std::any_of(at.begin(), at.end(), [&](int a) { return mesh.layout().isOwned(nodes[a]); });
}

/// Returns the facets that contain an owned node; all cells that could share them are local.
std::vector<Candidate> candidates(const Mesh& mesh) {
  std::vector<Candidate> all;
  LocalIndex vertices[4];
  for (std::size_t b = 0; b < mesh.blocks().size(); ++b) {
    const CellBlock& block = mesh.blocks()[b];
    if (info(block.type).dimension != mesh.dimension()) continue;
    const auto& facets = info(block.type).facets;
    for (LocalIndex cell = 0; cell < block.numCells(); ++cell)
      for (std::size_t f = 0; f < facets.size(); ++f) {
        const auto& [type, at] = facets[f];
        const int num_vertices = info(type).num_vertices;
        if (!touchesOwned(mesh, block.nodesOf(cell), at)) continue;
        for (int v = 0; v < num_vertices; ++v) vertices[v] = block.nodesOf(cell)[at[static_cast<std::size_t>(v)]];
        all.push_back({facetKey(vertices, num_vertices), b, cell, f});
      }
  }
  return all;
}

}  // namespace

FacetKey facetKey(const LocalIndex* nodes, int num_vertices) {
  FacetKey key{-1, -1, -1, -1};
  std::copy_n(nodes, num_vertices, key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

std::vector<BoundaryFacet> boundaryFacets(const Mesh& mesh) {
  std::vector<Candidate> all = candidates(mesh);
  std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.key < b.key; });
  std::vector<std::int64_t> first_of_block;  // number of a block's first facet
  std::int64_t next = 0;
  for (const CellBlock& block : mesh.blocks()) {
    first_of_block.push_back(next);
    next += facets_per_cell * mesh.comm().sum(static_cast<long>(block.num_owned));
  }
  std::vector<BoundaryFacet> boundary;
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i + 1;
    while (end < all.size() && all[end].key == all[i].key) ++end;
    if (end == i + 1) {
      const CellBlock& block = mesh.blocks()[all[i].block];
      const auto& [type, at] = info(block.type).facets[all[i].facet];
      BoundaryFacet facet{type, {}, first_of_block[all[i].block]};
      facet.number += facets_per_cell * block.positions[static_cast<std::size_t>(all[i].cell)] +
                      static_cast<std::int64_t>(all[i].facet);
      for (const int a : at) facet.nodes.push_back(block.nodesOf(all[i].cell)[a]);
      boundary.push_back(std::move(facet));
    }
    i = end;
  }
  std::sort(boundary.begin(), boundary.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return boundary;
}

}  // namespace tenon::mesh
