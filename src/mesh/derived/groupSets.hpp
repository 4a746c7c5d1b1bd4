// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>

#include "mesh/reading/MeshShare.hpp"

namespace tenon::mesh {

/// Distinct sets of groups. Set 0 is empty.
class GroupSets {
 public:
  std::int32_t numberOf(const std::vector<int>& groups);
  const std::vector<std::vector<int>>& sets() const { return sets_; }

 private:
  std::vector<std::vector<int>> sets_{{}};
  std::map<std::vector<int>, std::int32_t> numbers_{{{}, 0}};
};

/// Groups of each cell of a mesh, ascending, and of each node in addition to those of its cells.
struct Memberships {
  std::vector<std::vector<std::vector<int>>> of_cells;  ///< [blocks][cells] groups of each cell
  std::vector<std::vector<int>> of_nodes;  ///< [local nodes] groups of each node; empty if no group has nodes
};
Memberships membershipsOf(const Mesh& mesh);

/// Returns the members of `groups` that have cells of this dimension or of a higher one.
std::vector<int> atLeast(int dimension, const std::vector<int>& groups, const Mesh& mesh);

/// Sets the groups and group_sets of `outline` for a derived mesh, without empty groups. Cells of
/// groups of higher dimension become cells of `dimension`.
/// @return number in `outline` of each of this rank's sets
/// @note Collective.
std::vector<std::int32_t> transferGroups(const Mesh& source, int dimension, const GroupSets& local_sets,
                                         MeshOutline& outline);

}  // namespace tenon::mesh
