// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "partition.hpp"

#include <metis.h>

#include <algorithm>
#include <limits>

#include "tenon/base/check.hpp"

namespace tenon::mesh {
namespace {

/// Cells of highest dimension of all meshes in the format of METIS.
struct MetisMesh {
  std::vector<idx_t> starts{0}, vertices, costs;
  idx_t num_nodes = 0, num_shared = 1;
  bool equal_costs = true;

  idx_t numCells() const { return static_cast<idx_t>(starts.size()) - 1; }
  idx_t* weights() { return equal_costs ? nullptr : costs.data(); }
};

MetisMesh collect(const std::vector<const RawMesh*>& meshes) {
  MetisMesh all;
  std::size_t first_node = 0, num_vertices = 0;
  for (const RawMesh* mesh : meshes)
    for (const RawBlock& block : mesh->blocks)
      num_vertices += block.numCells() * static_cast<std::size_t>(info(block.type).num_vertices);
  all.vertices.reserve(num_vertices);
  for (const RawMesh* mesh : meshes) {
    all.num_shared = std::max(all.num_shared, static_cast<idx_t>(mesh->dimension));
    for (const RawBlock& block : mesh->blocks) {
      const CellTypeInfo& type = info(block.type);
      if (type.dimension != mesh->dimension) continue;
      for (std::size_t cell = 0; cell < block.numCells(); ++cell) {
        const std::int32_t* nodes = &block.nodes[cell * static_cast<std::size_t>(type.num_nodes)];
        for (int v = 0; v < type.num_vertices; ++v)
          all.vertices.push_back(static_cast<idx_t>(first_node + static_cast<std::size_t>(nodes[v])));
        all.starts.push_back(static_cast<idx_t>(all.vertices.size()));
      }
      all.costs.insert(all.costs.end(), block.numCells(), type.partition_cost);
    }
    first_node += mesh->numNodes();
  }
  base::ensure(std::max(first_node, num_vertices) <= static_cast<std::size_t>(std::numeric_limits<idx_t>::max()),
               "The mesh is too large for METIS's 32-bit numbers.");
  all.num_nodes = static_cast<idx_t>(first_node);
  all.equal_costs = all.costs.empty() ||
                    std::all_of(all.costs.begin(), all.costs.end(), [&](idx_t cost) { return cost == all.costs[0]; });
  return all;
}

/// Neighbours of each cell: those of cell c begin at neighbours[starts[c]].
struct Graph {
  std::vector<idx_t> starts{0}, neighbours;
};

Graph dualOf(MetisMesh& mesh) {
  Graph graph;
  idx_t num_cells = mesh.numCells(), numbering = 0, *starts = nullptr, *neighbours = nullptr;
  const int status = METIS_MeshToDual(&num_cells, &mesh.num_nodes, mesh.starts.data(), mesh.vertices.data(),
                                      &mesh.num_shared, &numbering, &starts, &neighbours);
  base::ensure(status == METIS_OK, "METIS_MeshToDual failed with status " + std::to_string(status) + ".");
  graph.starts.assign(starts, starts + num_cells + 1);
  graph.neighbours.assign(neighbours, neighbours + graph.starts.back());
  METIS_Free(starts);
  METIS_Free(neighbours);
  return graph;
}

using Edge = std::pair<idx_t, idx_t>;

/// Returns the graph with additional edges in both directions, each once; `edges` that exist
/// already are skipped.
Graph withEdges(const Graph& graph, const std::vector<Edge>& edges) {
  const std::size_t cells = graph.starts.size() - 1;
  std::vector<std::vector<idx_t>> more(cells);
  for (const auto& [a, b] : edges) {
    more[static_cast<std::size_t>(a)].push_back(b);
    more[static_cast<std::size_t>(b)].push_back(a);
  }
  Graph all;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto first = static_cast<std::ptrdiff_t>(all.neighbours.size());
    all.neighbours.insert(all.neighbours.end(), graph.neighbours.begin() + graph.starts[cell],
                          graph.neighbours.begin() + graph.starts[cell + 1]);
    all.neighbours.insert(all.neighbours.end(), more[cell].begin(), more[cell].end());
    std::sort(all.neighbours.begin() + first, all.neighbours.end());
    all.neighbours.erase(std::unique(all.neighbours.begin() + first, all.neighbours.end()), all.neighbours.end());
    all.starts.push_back(static_cast<idx_t>(all.neighbours.size()));
  }
  return all;
}

int partitionGraph(MetisMesh& mesh, Graph graph, idx_t num_parts, std::vector<idx_t>& parts) {
  idx_t num_cells = mesh.numCells(), constraints = 1, cut_edges = 0;
  return METIS_PartGraphKway(&num_cells, &constraints, graph.starts.data(), graph.neighbours.data(), mesh.weights(),
                             nullptr, nullptr, &num_parts, nullptr, nullptr, nullptr, &cut_edges, parts.data());
}

int partitionMesh(MetisMesh& mesh, idx_t num_parts, std::vector<idx_t>& parts) {
  idx_t num_cells = mesh.numCells(), cut_facets = 0;
  std::vector<idx_t> node_parts(static_cast<std::size_t>(mesh.num_nodes));
  return METIS_PartMeshDual(&num_cells, &mesh.num_nodes, mesh.starts.data(), mesh.vertices.data(), mesh.weights(),
                            nullptr, &mesh.num_shared, &num_parts, nullptr, nullptr, &cut_facets, parts.data(),
                            node_parts.data());
}

std::vector<idx_t> partitionCells(MetisMesh& mesh, idx_t num_parts, const std::vector<Edge>& edges) {
  std::vector<idx_t> parts(static_cast<std::size_t>(mesh.numCells()), 0);
  if (num_parts == 1) return parts;
  if (mesh.numCells() <= num_parts) {  // METIS requires more cells than parts
    for (std::size_t cell = 0; cell < parts.size(); ++cell) parts[cell] = static_cast<idx_t>(cell);
    return parts;
  }
  const int status = edges.empty() ? partitionMesh(mesh, num_parts, parts)
                                   : partitionGraph(mesh, withEdges(dualOf(mesh), edges), num_parts, parts);
  base::ensure(status == METIS_OK, "METIS failed with status " + std::to_string(status) + ".");
  return parts;
}

/// Returns the pairs of cells with joined nodes. Midside nodes are not associated with cells here.
std::vector<Edge> edgesOf(const MetisMesh& mesh, const std::vector<const RawMesh*>& meshes,
                          const std::vector<JoinedNodes>& joined) {
  if (joined.empty()) return {};
  std::vector<idx_t> first_nodes{0}, cell_of(static_cast<std::size_t>(mesh.num_nodes), -1);
  for (const RawMesh* one : meshes) first_nodes.push_back(first_nodes.back() + static_cast<idx_t>(one->numNodes()));
  for (idx_t cell = mesh.numCells() - 1; cell >= 0; --cell)
    for (idx_t v = mesh.starts[static_cast<std::size_t>(cell)]; v < mesh.starts[static_cast<std::size_t>(cell) + 1];
         ++v)
      cell_of[static_cast<std::size_t>(mesh.vertices[static_cast<std::size_t>(v)])] = cell;
  const auto cellAt = [&](const JoinedNodes::Node& at) {
    return cell_of[static_cast<std::size_t>(first_nodes[at.mesh] + at.node)];
  };
  std::vector<Edge> edges;
  for (const JoinedNodes& pair : joined) {
    const Edge edge{cellAt(pair.first), cellAt(pair.second)};
    if (edge.first >= 0 && edge.second >= 0 && edge.first != edge.second) edges.push_back(edge);
  }
  return edges;
}

}  // namespace

std::vector<std::vector<int>> partition(const std::vector<const RawMesh*>& meshes, int num_parts,
                                        const std::vector<JoinedNodes>& joined) {
  std::vector<std::vector<int>> parts;
  if (num_parts == 1) {
    for (const RawMesh* mesh : meshes) parts.emplace_back(mesh->numTopCells(), 0);
    return parts;
  }
  MetisMesh all = collect(meshes);
  const std::vector<idx_t> part_of_cell = partitionCells(all, num_parts, edgesOf(all, meshes, joined));
  auto next = part_of_cell.begin();
  for (const RawMesh* mesh : meshes) {
    const auto end = next + static_cast<std::ptrdiff_t>(mesh->numTopCells());
    parts.emplace_back(next, end);
    next = end;
  }
  return parts;
}

}  // namespace tenon::mesh
