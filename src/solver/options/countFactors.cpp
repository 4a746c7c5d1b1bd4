// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <metis.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "solver/options/countFactors.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

using Vertices = std::vector<std::int32_t>;

template <class Visit>
void forEachNeighbour(const CouplingGraph& graph, std::int32_t vertex, Visit&& visit) {
  const auto v = static_cast<std::size_t>(vertex);
  for (std::int32_t k = graph.starts[v]; k < graph.starts[v + 1]; ++k)
    visit(graph.neighbours[static_cast<std::size_t>(k)]);
}

/// Returns the position of each vertex in an order by nested dissection.
Vertices dissected(const CouplingGraph& graph) {
  idx_t num_vertices = graph.numVertices();
  std::vector<idx_t> starts(graph.starts.begin(), graph.starts.end());
  std::vector<idx_t> neighbours(graph.neighbours.begin(), graph.neighbours.end());
  std::vector<idx_t> sizes(graph.sizes.begin(), graph.sizes.end());
  std::vector<idx_t> order(sizes.size()), places(sizes.size());
  if (neighbours.empty()) {
    std::iota(places.begin(), places.end(), 0);
  } else {
    const int status = METIS_NodeND(&num_vertices, starts.data(), neighbours.data(), sizes.data(), nullptr,
                                    order.data(), places.data());
    base::ensure(status == METIS_OK, "METIS_NodeND failed with status " + std::to_string(status) + ".");
  }
  return {places.begin(), places.end()};
}

/// Returns the vertices in the order of elimination.
Vertices eliminationOrder(const CouplingGraph& graph) {
  const Vertices places = dissected(graph);
  std::vector<double> keys(places.begin(), places.end());
  for (std::int32_t v = graph.first_multiplier; v < graph.numVertices(); ++v) {
    std::int32_t last = -1;
    forEachNeighbour(graph, v, [&](std::int32_t n) {
      if (n < graph.first_multiplier) last = std::max(last, places[static_cast<std::size_t>(n)]);
    });
    double& key = keys[static_cast<std::size_t>(v)];
    if (last >= 0) key = std::max(key, last + 0.5);
  }
  Vertices order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
  });
  return order;
}

/// Returns the number of degrees of freedom below the diagonal block in each column of the factor
/// L, by the row subtrees of the elimination tree.
/// @see Davis, Direct Methods for Sparse Linear Systems (2006), sec. 4.1.
std::vector<double> columnCounts(const CouplingGraph& graph, const Vertices& order) {
  constexpr std::int32_t none = -1;
  std::vector<double> counts(order.size(), 0.0);
  Vertices parents(order.size(), none), visited(order.size(), none), places(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    places[static_cast<std::size_t>(order[i])] = static_cast<std::int32_t>(i);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto row = static_cast<std::int32_t>(i);
    visited[i] = row;
    forEachNeighbour(graph, order[i], [&](std::int32_t neighbour) {
      std::int32_t column = places[static_cast<std::size_t>(neighbour)];
      while (column < row && visited[static_cast<std::size_t>(column)] != row) {
        const auto k = static_cast<std::size_t>(column);
        visited[k] = row;
        counts[k] += graph.sizes[static_cast<std::size_t>(order[i])];
        if (parents[k] == none) parents[k] = row;
        column = parents[k];
      }
    });
  }
  return counts;
}

}  // namespace

FactorCounts countFactors(const CouplingGraph& graph) {
  FactorCounts counts;
  const Vertices order = eliminationOrder(graph);
  const std::vector<double> below = columnCounts(graph, order);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::int32_t left = graph.sizes[static_cast<std::size_t>(order[i])]; left > 0; --left) {
      const double rows = below[i] + left - 1;  // Rows below this pivot.
      counts.operations += rows + 2 * rows * rows;
      counts.entries += 2 * rows + 1;
    }
  return counts;
}

}  // namespace tenon::solver
