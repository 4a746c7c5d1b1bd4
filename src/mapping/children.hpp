// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/mapping/NodalWeights.hpp"

// Nodes of mapped objects, and functions that find the parent nodes on which they depend.
namespace tenon::mapping {

/// Returns the reference positions of all nodes that this rank owns.
std::vector<base::Vec3> ownedCoordinates(const fem::Domain& domain);
/// Returns the reference positions of the given nodes.
std::vector<base::Vec3> coordinatesOf(const fem::Domain& domain, const std::vector<LocalIndex>& nodes);
/// Returns all owned nodes, or those of a group. @note Collective.
std::vector<LocalIndex> ownNodes(const fem::Domain& domain, const std::string& group = "");

/// Set of nodes of an object, for messages.
class NodeSummary {
 public:
  /// Counts the nodes and composes their description.
  /// @param nodes  owned nodes
  /// @note Collective.
  NodeSummary(const fem::Domain& domain, const std::vector<LocalIndex>& nodes);

  /// Returns the number of nodes over all ranks.
  long numGlobal() const { return num_global_; }
  /// Returns the first ten nodes of all ranks in the order of the mesh file: "node 4 at (0, 0.5,
  /// 1), node 7 at ..., and 12 more".
  const std::string& description() const { return description_; }

 private:
  long num_global_;
  std::string description_;
};

/// Throws the same InputError on all ranks; to be called on all ranks.
[[noreturn]] void refuse(const std::string& sentence);

/// Returns the parent nodes at the positions of the given child nodes, to within `tolerance` times
/// the extent of the parent.
/// @param context  beginning of error messages
/// @throws InputError whose message names the child nodes without a parent node
/// @note Collective.
std::vector<GlobalIndex> coincidentNodes(const fem::Domain& child, const std::vector<LocalIndex>& nodes,
                                         const fem::Domain& parent, const std::vector<LocalIndex>& candidates,
                                         double tolerance, const std::string& context);

/// Returns the nearest parent node of each given child node. @note Collective.
std::vector<GlobalIndex> nearestNodes(const fem::Domain& child, const std::vector<LocalIndex>& nodes,
                                      const fem::Domain& parent);

/// Returns the nodes of the parent with the given keys, such as numbers in the mesh file;
/// std::nullopt if there is no such node.
/// @param keys  [local nodes] key of each node of the parent
/// @param wanted  keys to be found
/// @note Collective.
std::vector<std::optional<GlobalIndex>> nodesByKey(const fem::Domain& parent, gsl::span<const std::int64_t> keys,
                                                   const std::vector<std::int64_t>& wanted);

/// Returns a table with one parent node of weight 1 for each child node.
/// @param parents  parent of each child node; empty for the only parent
WeightTable unitWeights(const std::vector<GlobalIndex>& parent_nodes, const std::vector<std::size_t>& parents = {});

/// Returns the group that contains each owned node of an object.
/// @param context  beginning of error messages
/// @throws InputError whose message names nodes in none or in two of the groups
/// @note Collective.
std::vector<std::size_t> groupOfEachNode(const fem::Domain& domain, const std::vector<std::string>& groups,
                                         const std::string& context);

/// Checks that an object has rigid bodies.
/// @throws InputError, whose message starts with `context`, if it has none
void requireFrames(const fem::Domain& domain, const std::string& context);

/// Returns a rigid body by its name or number, or the only one if `body` is empty.
/// @throws InputError, whose message starts with `context`, if there is no such body, or if `body`
///   is empty and there are several
/// @note Collective.
GlobalIndex bodyOf(const fem::Domain& bodies, const std::string& body, const std::string& context);

}  // namespace tenon::mapping
