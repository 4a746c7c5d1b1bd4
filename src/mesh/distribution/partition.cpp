#include "tenon/mesh/partition.hpp"

#include <metis.h>

#include <algorithm>
#include <limits>

#include "tenon/base/check.hpp"

namespace tenon::mesh {
namespace {

/// All meshes' cells of highest dimension as METIS wants them.
struct MetisMesh {
  std::vector<idx_t> starts{0}, vertices, costs;
  idx_t num_nodes = 0, num_shared = 1;
  bool equal_costs = true;

  idx_t numCells() const { return static_cast<idx_t>(starts.size()) - 1; }
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

std::vector<idx_t> cut(MetisMesh& mesh, idx_t num_parts) {
  std::vector<idx_t> parts(static_cast<std::size_t>(mesh.numCells()), 0);
  if (num_parts == 1) return parts;
  if (mesh.numCells() <= num_parts) {  // METIS wants more cells than parts
    for (std::size_t cell = 0; cell < parts.size(); ++cell) parts[cell] = static_cast<idx_t>(cell);
    return parts;
  }
  idx_t num_cells = mesh.numCells(), cut_facets = 0;
  std::vector<idx_t> node_parts(static_cast<std::size_t>(mesh.num_nodes));
  const int status = METIS_PartMeshDual(&num_cells, &mesh.num_nodes, mesh.starts.data(), mesh.vertices.data(),
                                        mesh.equal_costs ? nullptr : mesh.costs.data(), nullptr, &mesh.num_shared,
                                        &num_parts, nullptr, nullptr, &cut_facets, parts.data(), node_parts.data());
  base::ensure(status == METIS_OK, "METIS_PartMeshDual failed with status " + std::to_string(status) + ".");
  return parts;
}

}  // namespace

std::vector<std::vector<int>> partition(const std::vector<const RawMesh*>& meshes, int num_parts) {
  std::vector<std::vector<int>> parts;
  if (num_parts == 1) {
    for (const RawMesh* mesh : meshes) parts.emplace_back(mesh->numTopCells(), 0);
    return parts;
  }
  MetisMesh all = collect(meshes);
  const std::vector<idx_t> part_of_cell = cut(all, num_parts);
  auto next = part_of_cell.begin();
  for (const RawMesh* mesh : meshes) {
    const auto end = next + static_cast<std::ptrdiff_t>(mesh->numTopCells());
    parts.emplace_back(next, end);
    next = end;
  }
  return parts;
}

}  // namespace tenon::mesh
