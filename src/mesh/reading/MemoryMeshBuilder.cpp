// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MemoryMeshBuilder.hpp"

#include <algorithm>
#include <numeric>

#include "NamedCellType.hpp"

namespace tenon::mesh {
namespace {

std::string keyOf(const std::int32_t* nodes, std::size_t count) {
  std::vector<std::int32_t> sorted(nodes, nodes + count);
  std::sort(sorted.begin(), sorted.end());
  return std::string(reinterpret_cast<const char*>(sorted.data()), count * sizeof(std::int32_t));
}

}  // namespace

MemoryMeshBuilder::MemoryMeshBuilder(std::string name, MeshData data) : data_(std::move(data)) {
  mesh_.file = std::move(name);
}

RawMesh MemoryMeshBuilder::build() {
  addPoints();
  addCells();
  declareGroups();
  for (const MeshData::Group& group : data_.groups) addMembers(group);
  numberCells();
  normalise(mesh_);
  return std::move(mesh_);
}

void MemoryMeshBuilder::addPoints() {
  mesh_.points = std::move(data_.points);
  mesh_.node_tags.resize(mesh_.points.size() / 3);
  std::iota(mesh_.node_tags.begin(), mesh_.node_tags.end(), std::int64_t{1});
}

void MemoryMeshBuilder::addCells() {
  for (MeshData::Cells& cells : data_.cells) {
    const NamedCellType named = *findCellType(cells.type);
    appendCells(named.type, cells.nodes, named.has_vtk_order);
    cells.nodes = {};
  }
}

RawBlock& MemoryMeshBuilder::blockOf(CellType type) {
  int& place = block_of_type_[static_cast<std::size_t>(type)];
  if (place == 0) {
    mesh_.blocks.push_back({type, {}, {}, {}});
    place = static_cast<int>(mesh_.blocks.size());
  }
  return mesh_.blocks[static_cast<std::size_t>(place) - 1];
}

void MemoryMeshBuilder::appendCells(CellType type, const std::vector<std::int64_t>& nodes, bool vtk_order) {
  RawBlock& block = blockOf(type);
  const std::size_t n = block.nodesPerCell(), first = block.nodes.size();
  const auto& order = info(type).vtk_order;
  block.nodes.resize(first + nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const std::size_t local = i % n;
    const std::size_t to = vtk_order && !order.empty() ? static_cast<std::size_t>(order[local]) : local;
    block.nodes[first + i - local + to] = static_cast<std::int32_t>(nodes[i]);
  }
  const std::size_t count = block.nodes.size() / n;
  block.tags.resize(count, 0);
  block.group_set.resize(count, 0);
}

// Groups are ordered by dimension and, as in a file, by their first occurrence.
void MemoryMeshBuilder::declareGroups() {
  std::vector<RawGroup> groups;
  for (const MeshData::Group& group : data_.groups) {
    const int dimension = info(findCellType(group.type)->type).dimension;
    if (group_of_name_.emplace(std::pair{dimension, group.name}, 0).second) groups.push_back({group.name, dimension});
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const RawGroup& a, const RawGroup& b) { return a.dimension < b.dimension; });
  for (std::size_t i = 0; i < groups.size(); ++i)
    group_of_name_[{groups[i].dimension, groups[i].name}] = static_cast<int>(i);
  mesh_.groups = std::move(groups);
}

void MemoryMeshBuilder::addMembers(const MeshData::Group& group) {
  const NamedCellType named = *findCellType(group.type);
  const auto n = static_cast<std::size_t>(info(named.type).num_nodes);
  const int index = group_of_name_.at({info(named.type).dimension, group.name});
  std::vector<std::int64_t> nodes = group.nodes;
  if (group.type == "node")
    nodes.insert(nodes.end(), group.indices.begin(), group.indices.end());
  else
    for (const std::int64_t cell : group.indices)
      addToGroup(blockOf(named.type), static_cast<std::size_t>(cell), index);
  std::vector<std::int64_t> ordered(n);
  const auto& order = info(named.type).vtk_order;
  for (std::size_t first = 0; first < nodes.size(); first += n) {
    for (std::size_t i = 0; i < n; ++i)
      ordered[named.has_vtk_order && !order.empty() ? static_cast<std::size_t>(order[i]) : i] = nodes[first + i];
    const std::size_t cell = findCell(named.type, ordered.data());
    addToGroup(blockOf(named.type), cell, index);
  }
}

std::size_t MemoryMeshBuilder::findCell(CellType type, const std::int64_t* nodes) {
  RawBlock& block = blockOf(type);
  const std::size_t n = block.nodesPerCell();
  CellOfNodes& known = cell_of_nodes_[static_cast<std::size_t>(type)];
  if (known.empty())
    for (std::size_t cell = 0; cell < block.numCells(); ++cell) known.emplace(keyOf(&block.nodes[cell * n], n), cell);
  const std::vector<std::int32_t> given(nodes, nodes + n);
  const auto [found, is_new] = known.emplace(keyOf(given.data(), n), block.numCells());
  if (is_new) appendCells(type, std::vector<std::int64_t>(nodes, nodes + n), false);
  return found->second;
}

void MemoryMeshBuilder::addToGroup(RawBlock& block, std::size_t cell, int group) {
  const std::int32_t set = block.group_set[cell];
  const auto [extended, is_new] = extended_set_.emplace(std::pair{set, group}, 0);
  if (is_new) {
    std::vector<int> groups = mesh_.group_sets[static_cast<std::size_t>(set)];
    const auto at = std::lower_bound(groups.begin(), groups.end(), group);
    if (at == groups.end() || *at != group) groups.insert(at, group);
    const auto [found, is_new_set] = set_of_groups_.emplace(groups, static_cast<std::int32_t>(mesh_.group_sets.size()));
    if (is_new_set) mesh_.group_sets.push_back(groups);
    extended->second = found->second;
  }
  block.group_set[cell] = extended->second;
}

// Cells of the highest dimension are numbered first, in the order of the types.
void MemoryMeshBuilder::numberCells() {
  std::vector<RawBlock*> blocks;
  for (RawBlock& block : mesh_.blocks) blocks.push_back(&block);
  std::sort(blocks.begin(), blocks.end(), [](const RawBlock* a, const RawBlock* b) {
    const int da = info(a->type).dimension, db = info(b->type).dimension;
    return da != db ? da > db : a->type < b->type;
  });
  std::int64_t number = 0;
  for (RawBlock* block : blocks)
    for (std::int64_t& tag : block->tags) tag = ++number;
}

}  // namespace tenon::mesh
