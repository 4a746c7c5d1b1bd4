// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MeshInfo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "mesh/checks/CellGeometry.hpp"
#include "mesh/checks/quality.hpp"
#include "mesh/distribution/owners.hpp"
#include "mesh/distribution/partition.hpp"

namespace tenon::mesh {
namespace {

/// Returns true if the faces lie in a plane z = const, where their area has a sign (same criterion
/// as MeshBuilder::spaceDimension()).
bool isPlane(const RawMesh& mesh, const MeshInfo& box) {
  const double extent = std::max(box.high[0] - box.low[0], box.high[1] - box.low[1]);
  const double spacing = std::numeric_limits<double>::epsilon() * std::max(std::abs(box.low[2]), std::abs(box.high[2]));
  return mesh.dimension == 2 && box.high[2] - box.low[2] <= std::max(1e-10 * extent, 8 * spacing);
}

/// Adds the quality of a cell. Surfaces and lines in 3D have no distinguished side.
void addQuality(double quality, std::int64_t tag, bool has_sign, MeshInfo::Quality& all) {
  all.mean += quality;
  if (has_sign && quality <= 0) ++all.num_inverted;
  if (quality < all.least || all.worst_tag < 0) {
    all.least = quality;
    all.worst_tag = tag;
  }
}

void measureCells(const RawMesh& mesh, MeshInfo& result) {
  for (const RawGroup& group : mesh.groups) result.groups.push_back({group.name, group.dimension, 0, 0.0});
  std::vector<double> nodes;
  const bool plane = isPlane(mesh, result), has_sign = plane || mesh.dimension == 3;
  for (const RawBlock& block : mesh.blocks) {
    const CellGeometry geometry(block.type, 3, false);
    const CellQuality quality(block.type, plane);
    const bool is_top = info(block.type).dimension == mesh.dimension;
    const std::size_t n = block.nodesPerCell();
    nodes.resize(3 * n);
    for (std::size_t cell = 0; cell < block.numCells(); ++cell) {
      for (std::size_t a = 0; a < n; ++a)
        std::copy_n(&mesh.points[3 * static_cast<std::size_t>(block.nodes[cell * n + a])], 3, &nodes[3 * a]);
      const double measure = geometry.measure(nodes.data());
      for (const int group : mesh.group_sets[static_cast<std::size_t>(block.group_set[cell])]) {
        ++result.groups[static_cast<std::size_t>(group)].num_cells;
        result.groups[static_cast<std::size_t>(group)].measure += measure;
      }
      if (!is_top) continue;
      result.measure += measure;
      addQuality(quality.minScaledJacobian(nodes.data()), block.tags[cell], has_sign, result.quality);
    }
  }
  result.quality.mean /= static_cast<double>(std::max<std::size_t>(mesh.numTopCells(), 1));
}

void findBox(const RawMesh& mesh, MeshInfo& result) {
  result.low.fill(std::numeric_limits<double>::max());
  result.high.fill(std::numeric_limits<double>::lowest());
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    result.low[i % 3] = std::min(result.low[i % 3], mesh.points[i]);
    result.high[i % 3] = std::max(result.high[i % 3], mesh.points[i]);
  }
}

struct FacetOfCell {
  std::array<std::int32_t, 4> vertices;  // in ascending order
  int part;
  bool operator<(const FacetOfCell& other) const { return vertices < other.vertices; }
};

std::int64_t countCutFacets(const RawMesh& mesh, const std::vector<int>& parts) {
  std::vector<FacetOfCell> facets;
  std::size_t number = 0;
  for (const RawBlock& block : mesh.blocks) {
    if (info(block.type).dimension != mesh.dimension) continue;
    for (std::size_t cell = 0; cell < block.numCells(); ++cell, ++number)
      for (const auto& [type, nodes] : info(block.type).facets) {
        FacetOfCell facet{{-1, -1, -1, -1}, parts[number]};
        for (std::size_t v = 0; v < static_cast<std::size_t>(info(type).num_vertices); ++v)
          facet.vertices[v] = block.nodes[cell * block.nodesPerCell() + static_cast<std::size_t>(nodes[v])];
        std::sort(facet.vertices.begin(), facet.vertices.end());
        facets.push_back(facet);
      }
  }
  std::sort(facets.begin(), facets.end());
  std::int64_t cut = 0;
  for (std::size_t i = 1; i < facets.size(); ++i)
    cut += facets[i].vertices == facets[i - 1].vertices && facets[i].part != facets[i - 1].part ? 1 : 0;
  return cut;
}

/// Counts the cells and nodes of each part as in the distribution, without cells of lower
/// dimension.
void countParts(const RawMesh& mesh, const std::vector<int>& parts, MeshInfo& result) {
  const std::vector<std::int32_t> owners = ownersOfNodes(mesh, parts);
  for (const std::int32_t owner : owners) ++result.parts[static_cast<std::size_t>(owner)].owned_nodes;
  std::vector<std::pair<std::int32_t, std::int32_t>> ghosts;  // pairs of part and node
  std::vector<std::int32_t> here;                             // parts that have a cell
  std::size_t number = 0;
  for (const RawBlock& block : mesh.blocks) {
    if (info(block.type).dimension != mesh.dimension) continue;
    const std::size_t n = block.nodesPerCell();
    for (std::size_t cell = 0; cell < block.numCells(); ++cell, ++number) {
      const std::int32_t* nodes = &block.nodes[cell * n];
      here.assign(1, parts[number]);
      for (std::size_t a = 0; a < n; ++a) here.push_back(owners[static_cast<std::size_t>(nodes[a])]);
      std::sort(here.begin(), here.end());
      here.erase(std::unique(here.begin(), here.end()), here.end());
      for (const std::int32_t part : here) {
        MeshInfo::PartInfo& counts = result.parts[static_cast<std::size_t>(part)];
        ++(part == parts[number] ? counts.cells : counts.ghost_cells);
        counts.cost += part == parts[number] ? info(block.type).partition_cost : 0;
        for (std::size_t a = 0; a < n; ++a)
          if (owners[static_cast<std::size_t>(nodes[a])] != part) ghosts.emplace_back(part, nodes[a]);
      }
    }
  }
  std::sort(ghosts.begin(), ghosts.end());
  ghosts.erase(std::unique(ghosts.begin(), ghosts.end()), ghosts.end());
  for (const auto& ghost : ghosts) ++result.parts[static_cast<std::size_t>(ghost.first)].ghost_nodes;
}

/// Returns an interval, rounded such that its length has a relative error of about 1e-5, regardless
/// of the distance from the origin.
std::string formatInterval(double low, double high) {
  const double farthest = std::max(std::abs(low), std::abs(high));
  int digits = 6;
  if (high > low && farthest < std::numeric_limits<double>::infinity())
    digits += std::clamp(static_cast<int>(std::floor(std::log10(farthest / (high - low)))), 0, 11);
  return fmt::format("[{:.{}g}, {:.{}g}]", low, digits, high, digits);
}

std::string formatParts(const MeshInfo& info) {
  std::string text =
      fmt::format("\n{} by METIS: {}\n  part      cells   cost/mean  nodes owned  ghost nodes  ghost cells\n",
                  base::formatCount(info.parts.size(), "part"), base::formatCount(info.num_cut_facets, "cut facet"));
  double total = 0;
  for (const MeshInfo::PartInfo& part : info.parts) total += static_cast<double>(part.cost);
  const double mean = std::max(total / static_cast<double>(info.parts.size()), 1.0);
  for (std::size_t p = 0; p < info.parts.size(); ++p) {
    const MeshInfo::PartInfo& part = info.parts[p];
    text += fmt::format("  {:4} {:10} {:11.3f} {:12} {:12} {:12}\n", p, part.cells,
                        static_cast<double>(part.cost) / mean, part.owned_nodes, part.ghost_nodes, part.ghost_cells);
  }
  return text;
}

}  // namespace

MeshInfo inspect(const RawMesh& mesh, int num_parts) {
  MeshInfo result;
  result.file = mesh.file;
  result.dimension = mesh.dimension;
  result.num_nodes = static_cast<std::int64_t>(mesh.numNodes());
  for (const RawBlock& block : mesh.blocks)
    result.cells.emplace_back(block.type, static_cast<std::int64_t>(block.numCells()));
  findBox(mesh, result);
  measureCells(mesh, result);
  if (num_parts > 0) {
    const std::vector<int> parts = partition({&mesh}, num_parts).front();
    result.parts.resize(static_cast<std::size_t>(num_parts));
    result.num_cut_facets = countCutFacets(mesh, parts);
    countParts(mesh, parts, result);
  }
  return result;
}

std::string format(const MeshInfo& info) {
  static const char* const measures[] = {"points", "length", "area", "volume"};
  const auto measure = [](int dimension) { return measures[dimension]; };
  std::string text = fmt::format("{}: {}, {}-dimensional\n\ncells\n", info.file,
                                 base::formatCount(info.num_nodes, "node"), info.dimension);
  for (const auto& [type, count] : info.cells) text += fmt::format("  {:10} {:10}\n", mesh::info(type).name, count);
  text += "\ngroups\n";
  for (const auto& group : info.groups)
    text += fmt::format("  {:24} dimension {} {:10} {:7} {} {:.6g}\n", group.name, group.dimension, group.num_cells,
                        group.num_cells == 1 ? "cell" : "cells", measure(group.dimension), group.measure);
  if (info.groups.empty()) text += "  none\n";
  text += fmt::format("\nbounding box  {} x {} x {}\n{}  {:.6g}\n", formatInterval(info.low[0], info.high[0]),
                      formatInterval(info.low[1], info.high[1]), formatInterval(info.low[2], info.high[2]),
                      measure(info.dimension), info.measure);
  if (info.dimension > 1)
    text += fmt::format("quality (scaled Jacobian)  minimum {:.4f} (element {}), mean {:.4f}\n", info.quality.least,
                        info.quality.worst_tag, info.quality.mean);
  if (info.quality.num_inverted > 0)
    text += fmt::format("{} {} inverted\n", info.quality.num_inverted,
                        info.quality.num_inverted == 1 ? "cell is" : "cells are");
  if (!info.parts.empty()) text += formatParts(info);
  return text;
}

}  // namespace tenon::mesh
