// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "RawMesh.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "groups.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mesh {
namespace {

bool isTop(const RawMesh& mesh, const RawBlock& block) {
  return info(block.type).dimension == mesh.dimension;
}

/// Keeps the cells for which keep(cell) is true, in their order; returns the number of the others.
template <class Keep>
std::int64_t filter(RawBlock& block, Keep&& keep) {
  const std::size_t n = block.nodesPerCell(), cells = block.numCells();
  std::size_t kept = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (!keep(cell)) continue;
    if (kept != cell) {
      std::copy_n(block.nodes.begin() + static_cast<std::ptrdiff_t>(cell * n), n,
                  block.nodes.begin() + static_cast<std::ptrdiff_t>(kept * n));
      block.tags[kept] = block.tags[cell];
      block.group_set[kept] = block.group_set[cell];
    }
    ++kept;
  }
  block.nodes.resize(kept * n);
  block.tags.resize(kept);
  block.group_set.resize(kept);
  return static_cast<std::int64_t>(cells - kept);
}

std::vector<char> nodesOfTopCells(const RawMesh& mesh) {
  std::vector<char> used(mesh.numNodes(), 0);
  for (const RawBlock& block : mesh.blocks)
    if (isTop(mesh, block))
      for (const std::int32_t node : block.nodes) used[static_cast<std::size_t>(node)] = 1;
  return used;
}

void dropLowerCells(RawMesh& mesh, const std::vector<char>& used) {
  for (RawBlock& block : mesh.blocks) {
    if (isTop(mesh, block)) continue;
    filter(block,
           [&](std::size_t cell) { return !mesh.group_sets[static_cast<std::size_t>(block.group_set[cell])].empty(); });
    const std::size_t n = block.nodesPerCell();
    mesh.num_dropped_cells += filter(block, [&](std::size_t cell) {
      return std::all_of(&block.nodes[cell * n], &block.nodes[cell * n] + n,
                         [&](std::int32_t node) { return used[static_cast<std::size_t>(node)] != 0; });
    });
  }
}

void dropNodes(RawMesh& mesh, const std::vector<char>& used) {
  mesh.num_dropped_nodes = static_cast<std::int64_t>(std::count(used.begin(), used.end(), 0));
  if (mesh.num_dropped_nodes == 0) return;
  std::vector<std::int32_t> new_index(used.size(), -1);
  std::size_t kept = 0;
  for (std::size_t node = 0; node < used.size(); ++node) {
    if (used[node] == 0) continue;
    new_index[node] = static_cast<std::int32_t>(kept);
    mesh.node_tags[kept] = mesh.node_tags[node];
    std::copy_n(&mesh.points[3 * node], 3, &mesh.points[3 * kept]);
    ++kept;
  }
  mesh.node_tags.resize(kept);
  mesh.points.resize(3 * kept);
  for (RawBlock& block : mesh.blocks)
    for (std::int32_t& node : block.nodes) node = new_index[static_cast<std::size_t>(node)];
}

void dropEmptyGroups(RawMesh& mesh) {
  std::vector<char> set_used(mesh.group_sets.size(), 0), group_used(mesh.groups.size(), 0);
  for (const RawBlock& block : mesh.blocks)
    for (const std::int32_t set : block.group_set) set_used[static_cast<std::size_t>(set)] = 1;
  for (std::size_t set = 0; set < set_used.size(); ++set)
    if (set_used[set] != 0)
      for (const int group : mesh.group_sets[set]) group_used[static_cast<std::size_t>(group)] = 1;

  std::vector<int> new_index(mesh.groups.size(), -1);
  std::vector<RawGroup> groups;
  for (std::size_t group = 0; group < mesh.groups.size(); ++group) {
    if (group_used[group] == 0) continue;
    new_index[group] = static_cast<int>(groups.size());
    groups.push_back(std::move(mesh.groups[group]));
  }
  mesh.groups = std::move(groups);
  for (std::size_t set = 0; set < set_used.size(); ++set) {
    if (set_used[set] == 0) mesh.group_sets[set].clear();
    for (int& group : mesh.group_sets[set]) group = new_index[static_cast<std::size_t>(group)];
  }
}

/// Rejects short files that expand to large data: all cells of an entity or a part belong to all of
/// its groups.
void requireFewMemberships(const RawMesh& mesh) {
  std::size_t memberships = 0, cells = 0;
  for (const RawBlock& block : mesh.blocks) {
    cells += block.numCells();
    for (const std::int32_t set : block.group_set) memberships += mesh.group_sets[static_cast<std::size_t>(set)].size();
  }
  if (memberships > maxMemberships(cells))
    throw base::InputError(
        fmt::format("The cells of '{}' have {} group memberships in total, more than the limit of {} for {} cells.",
                    mesh.file, memberships, maxMemberships(cells), cells));
}

}  // namespace

std::size_t RawMesh::numTopCells() const {
  std::size_t cells = 0;
  for (const RawBlock& block : blocks)
    if (isTop(*this, block)) cells += block.numCells();
  return cells;
}

void normalise(RawMesh& mesh) {
  requireFewMemberships(mesh);
  mesh.dimension = 0;
  for (const RawBlock& block : mesh.blocks)
    if (block.numCells() > 0) mesh.dimension = std::max(mesh.dimension, info(block.type).dimension);
  const std::vector<char> used = nodesOfTopCells(mesh);
  dropLowerCells(mesh, used);
  dropNodes(mesh, used);
  auto& blocks = mesh.blocks;
  blocks.erase(std::remove_if(blocks.begin(), blocks.end(), [](const RawBlock& b) { return b.numCells() == 0; }),
               blocks.end());
  std::sort(blocks.begin(), blocks.end(), [](const RawBlock& a, const RawBlock& b) {
    const int da = info(a.type).dimension, db = info(b.type).dimension;
    return da != db ? da > db : a.type < b.type;
  });
  dropEmptyGroups(mesh);
}

RawMesh meshOfPoints(std::string file, const std::vector<std::array<double, 3>>& points,
                     const std::vector<std::string>& names) {
  RawMesh mesh;
  mesh.file = std::move(file);
  RawBlock block{CellType::point1, {}, {}, {}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i) + 1;
    mesh.node_tags.push_back(number);
    mesh.points.insert(mesh.points.end(), points[i].begin(), points[i].end());
    block.nodes.push_back(static_cast<std::int32_t>(i));
    block.tags.push_back(number);
    block.group_set.push_back(0);
    if (names[i].empty()) continue;
    block.group_set.back() = static_cast<std::int32_t>(mesh.group_sets.size());
    mesh.group_sets.push_back({static_cast<int>(mesh.groups.size())});
    mesh.groups.push_back({names[i], 0});
  }
  mesh.blocks.push_back(std::move(block));
  return mesh;
}

RawMesh restrictToGroups(const RawMesh& mesh, const std::vector<std::string>& cells) {
  std::vector<char> chosen(mesh.groups.size(), 0);
  for (const std::string& name : cells) {
    const std::size_t group = findGroup(mesh.groups, name, mesh.file, mesh.dimension);
    if (mesh.groups[group].dimension != mesh.dimension)
      throw base::InputError(
          fmt::format("'{}': the group '{}' has cells of dimension {}, but a part of this mesh must consist of cells "
                      "of dimension {}.",
                      mesh.file, name, mesh.groups[group].dimension, mesh.dimension));
    chosen[group] = 1;
  }
  RawMesh part = mesh;
  for (RawBlock& block : part.blocks) {
    if (!isTop(part, block)) continue;
    filter(block, [&](std::size_t cell) {
      const auto& set = part.group_sets[static_cast<std::size_t>(block.group_set[cell])];
      return std::any_of(set.begin(), set.end(),
                         [&](int group) { return chosen[static_cast<std::size_t>(group)] != 0; });
    });
  }
  normalise(part);
  // Items dropped from the file, excluding those that were not selected.
  part.num_dropped_nodes = mesh.num_dropped_nodes;
  part.num_dropped_cells = mesh.num_dropped_cells;
  return part;
}

std::string droppedEntitiesWarning(const RawMesh& mesh) {
  if (mesh.num_dropped_nodes == 0 && mesh.num_dropped_cells == 0) return {};
  const char* kind = mesh.dimension == 3 ? "solid" : mesh.dimension == 2 ? "face" : "line";
  std::string text = fmt::format("'{}': {} {} no {} cell and {} ignored", mesh.file, mesh.num_dropped_nodes,
                                 mesh.num_dropped_nodes == 1 ? "node belongs to" : "nodes belong to", kind,
                                 mesh.num_dropped_nodes == 1 ? "was" : "were");
  if (mesh.num_dropped_cells > 0)
    text += fmt::format(", together with {} {} of lower dimension at {}", mesh.num_dropped_cells,
                        mesh.num_dropped_cells == 1 ? "cell" : "cells",
                        mesh.num_dropped_nodes == 1 ? "this node" : "these nodes");
  return text + ".";
}

}  // namespace tenon::mesh
