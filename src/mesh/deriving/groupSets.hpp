#pragma once
#include <map>

#include "reading/MeshShare.hpp"

namespace tenon::mesh {

/// Sets of groups, each once. Set 0 is empty.
class GroupSets {
 public:
  std::int32_t numberOf(const std::vector<int>& groups);
  const std::vector<std::vector<int>>& sets() const { return sets_; }

 private:
  std::vector<std::vector<int>> sets_{{}};
  std::map<std::vector<int>, std::int32_t> numbers_{{{}, 0}};
};

/// The groups that each cell of a mesh is in, ascending; and each node, beside its cells.
struct Memberships {
  std::vector<std::vector<std::vector<int>>> of_cells;  ///< [blocks][cells]
  std::vector<std::vector<int>> of_nodes;               ///< [local nodes]; empty where no group has nodes
};
Memberships membershipsOf(const Mesh& mesh);

/// Those of `groups` that have cells of that dimension or of any higher one.
std::vector<int> atLeast(int dimension, const std::vector<int>& groups, const Mesh& mesh);

/// Groups of a mesh that is derived from another, without those that nothing is in: `outline`'s groups and group_sets.
/// Cells of groups of higher dimension become cells of `dimension`. Collective. Gives the number that each of this
/// rank's sets has in `outline`.
std::vector<std::int32_t> carryGroups(const Mesh& source, int dimension, const GroupSets& mine, MeshOutline& outline);

}  // namespace tenon::mesh
