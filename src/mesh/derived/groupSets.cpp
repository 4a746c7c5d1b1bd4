// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "groupSets.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace tenon::mesh {

std::int32_t GroupSets::numberOf(const std::vector<int>& groups) {
  const auto [entry, is_new] = numbers_.emplace(groups, static_cast<std::int32_t>(sets_.size()));
  if (is_new) sets_.push_back(groups);
  return entry->second;
}

Memberships membershipsOf(const Mesh& mesh) {
  Memberships memberships;
  for (const CellBlock& block : mesh.blocks())
    memberships.of_cells.emplace_back(static_cast<std::size_t>(block.numCells()));
  for (std::size_t g = 0; g < mesh.groups().size(); ++g) {
    const Group& group = mesh.groups()[g];
    for (std::size_t b = 0; b < group.cells.size(); ++b)
      for (const LocalIndex cell : group.cells[b])
        memberships.of_cells[b][static_cast<std::size_t>(cell)].push_back(static_cast<int>(g));
    if (group.nodes.empty()) continue;
    memberships.of_nodes.resize(static_cast<std::size_t>(mesh.layout().numLocal()));
    for (const LocalIndex node : group.nodes)
      memberships.of_nodes[static_cast<std::size_t>(node)].push_back(static_cast<int>(g));
  }
  return memberships;
}

std::vector<int> atLeast(int dimension, const std::vector<int>& groups, const Mesh& mesh) {
  std::vector<int> kept;
  for (const int g : groups) {
    const int of_group = mesh.groups()[static_cast<std::size_t>(g)].dimension;
    if (of_group == Group::any_dimension || of_group >= dimension) kept.push_back(g);
  }
  return kept;
}

namespace {

/// Returns the distinct sets of all ranks, in the same order on every rank.
std::set<std::vector<int>> setsOfAllRanks(const base::Communicator& comm, const GroupSets& local_sets) {
  std::vector<int> flat;
  for (const auto& groups : local_sets.sets()) {
    flat.push_back(static_cast<int>(groups.size()));
    flat.insert(flat.end(), groups.begin(), groups.end());
  }
  std::set<std::vector<int>> all;
  const std::vector<int> gathered = comm.gatherAll(flat);
  for (auto at = gathered.begin(); at != gathered.end(); at += 1 + *at) all.emplace(at + 1, at + 1 + *at);
  return all;
}

}  // namespace

std::vector<std::int32_t> transferGroups(const Mesh& source, int dimension, const GroupSets& local_sets,
                                         MeshOutline& outline) {
  const std::set<std::vector<int>> all = setsOfAllRanks(source.comm(), local_sets);
  std::vector<char> is_used(source.groups().size(), 0);
  for (const auto& groups : all)
    for (const int g : groups) is_used[static_cast<std::size_t>(g)] = 1;

  std::vector<int> new_number(source.groups().size(), -1);
  std::map<std::pair<std::string, int>, int> number_of_group;  // by name and dimension
  for (std::size_t g = 0; g < outline.groups.size(); ++g)
    number_of_group.emplace(std::pair{outline.groups[g].name, outline.groups[g].dimension}, static_cast<int>(g));
  for (std::size_t g = 0; g < new_number.size(); ++g) {
    if (is_used[g] == 0) continue;
    const Group& group = source.groups()[g];
    const int new_dimension =
        group.dimension == Group::any_dimension ? Group::any_dimension : std::min(group.dimension, dimension);
    const auto [same, is_new] =
        number_of_group.emplace(std::pair{group.name, new_dimension}, static_cast<int>(outline.groups.size()));
    new_number[g] = same->second;
    if (is_new) outline.groups.push_back({group.name, new_dimension});
  }
  GroupSets renumbered;
  const auto renumber = [&](const std::vector<int>& groups) {
    std::set<int> set;
    for (const int g : groups) set.insert(new_number[static_cast<std::size_t>(g)]);
    return renumbered.numberOf({set.begin(), set.end()});
  };
  for (const auto& groups : all) renumber(groups);
  std::vector<std::int32_t> numbers;
  for (const auto& groups : local_sets.sets()) numbers.push_back(renumber(groups));
  outline.group_sets = renumbered.sets();
  return numbers;
}

}  // namespace tenon::mesh
