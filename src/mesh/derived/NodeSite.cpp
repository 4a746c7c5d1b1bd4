// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodeSite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "mesh/checks/reference.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

using Edges = std::vector<std::pair<int, int>>;

NodeSite bitOf(int vertex) {
  return NodeSite{1} << static_cast<unsigned>(vertex);
}

NodeSite allVertices(CellType type) {
  return bitOf(info(type).num_vertices) - 1;
}

/// Returns weights with one value for vertices and another for nodes on edges: the centre of quad8
/// and hex20.
SiteWeights serendipityWeights(const std::vector<int>& nodes, int num_vertices, double on_edges) {
  SiteWeights weights;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    weights.emplace_back(nodes[i], static_cast<int>(i) < num_vertices ? -0.25 : on_edges);
  return weights;
}

std::vector<int> count(int number) {
  std::vector<int> all;
  for (int i = 0; i < number; ++i) all.push_back(i);
  return all;
}

NodeSite siteOfVertices(const std::vector<int>& vertices, int number) {
  NodeSite site = 0;
  for (int v = 0; v < number; ++v) site |= bitOf(vertices[static_cast<std::size_t>(v)]);
  return site;
}

SiteWeights makeWeights(CellType type, NodeSite site) {
  const CellTypeInfo& cell = info(type);
  const auto& sites = sitesOf(type);
  const auto node = std::find(sites.begin(), sites.end(), site);
  if (node != sites.end()) return {{static_cast<int>(node - sites.begin()), 1.0}};
  if (cell.order == 2 && site == allVertices(type))
    return serendipityWeights(count(cell.num_nodes), cell.num_vertices, cell.dimension == 2 ? 0.5 : 0.25);
  if (cell.order == 2)
    for (const auto& [facet, nodes] : cell.facets)
      if (siteOfVertices(nodes, info(facet).num_vertices) == site)
        return serendipityWeights(nodes, info(facet).num_vertices, 0.5);
  SiteWeights weights;
  for (int v = 0; v < cell.num_vertices; ++v)
    if ((site & bitOf(v)) != 0) weights.emplace_back(v, 0.0);
  for (auto& [vertex, weight] : weights) weight = 1.0 / static_cast<double>(weights.size());
  return weights;
}

Edges makeEdges(CellType type) {
  const CellTypeInfo& cell = info(type);
  if (cell.dimension == 1) return {{0, 1}};
  Edges edges;
  const auto add = [&](int a, int b) {
    const auto edge = std::minmax(a, b);
    if (std::find(edges.begin(), edges.end(), Edges::value_type(edge)) == edges.end()) edges.emplace_back(edge);
  };
  for (const auto& [facet, nodes] : cell.facets) {
    const auto n = static_cast<std::size_t>(info(facet).num_vertices);
    for (std::size_t i = 0; i < n; ++i) add(nodes[i], nodes[(i + 1) % n]);
  }
  return edges;
}

/// Returns one value for every cell type, created once.
template <class Make>
auto byType(Make&& make) {
  std::vector<decltype(make(CellType::point1))> all;
  for (int t = 0; t < num_cell_types; ++t) all.push_back(make(static_cast<CellType>(t)));
  return all;
}

std::vector<NodeSite> makeSites(CellType type) {
  std::vector<NodeSite> sites;
  for (int v = 0; v < info(type).num_vertices; ++v) sites.push_back(bitOf(v));
  for (const auto& vertices : midpointVertices(type))
    sites.push_back(siteOfVertices(vertices, static_cast<int>(vertices.size())));
  return sites;
}

/// Returns the type of the same shape with the given order: for first order the type with the most
/// nodes, for second order the type with the fewest or the most nodes.
CellType sameShape(CellType type, int order, bool most_nodes) {
  const CellType* found = nullptr;
  static const std::vector<CellType> types = byType([](CellType t) { return t; });
  for (const CellType& other : types) {
    const CellTypeInfo &a = info(type), &b = info(other);
    if (b.dimension != a.dimension || b.num_vertices != a.num_vertices) continue;
    if (b.order != order && b.dimension > 0) continue;
    if (found == nullptr || (b.num_nodes > info(*found).num_nodes) == most_nodes) found = &other;
  }
  if (found == nullptr)
    throw base::InputError(fmt::format("there is no second-order version of {} cells.", info(type).name));
  return *found;
}

}  // namespace

const std::vector<NodeSite>& sitesOf(CellType type) {
  static const auto all = byType(makeSites);
  return all[static_cast<std::size_t>(type)];
}

const Edges& edgesOf(CellType type) {
  static const auto all = byType(makeEdges);
  return all[static_cast<std::size_t>(type)];
}

const SiteWeights& weightsOf(CellType type, NodeSite site) {
  static std::array<std::map<NodeSite, SiteWeights>, num_cell_types> known;
  auto& of_type = known[static_cast<std::size_t>(type)];
  const auto found = of_type.find(site);
  return found != of_type.end() ? found->second : of_type.emplace(site, makeWeights(type, site)).first->second;
}

NodeSite siteBetween(CellType type, int a, int b) {
  const auto& edges = edgesOf(type);
  const NodeSite both = bitOf(a) | bitOf(b);
  if (std::find(edges.begin(), edges.end(), Edges::value_type(std::minmax(a, b))) != edges.end()) return both;
  for (const auto& [facet, nodes] : info(type).facets) {
    const NodeSite site = siteOfVertices(nodes, info(facet).num_vertices);
    if ((site & both) == both) return site;
  }
  return allVertices(type);
}

CellType linearType(CellType type) {
  return sameShape(type, 1, false);
}
CellType quadraticType(CellType type) {
  return sameShape(type, 2, false);
}
CellType completeQuadraticType(CellType type) {
  if (linearType(type) == CellType::prism6)
    throw base::InputError("there are no prisms with mid-face nodes: choose 'quadratic'.");
  return sameShape(type, 2, true);
}

}  // namespace tenon::mesh
