// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "base/Directory.hpp"
#include "base/text.hpp"
#include "children.hpp"
#include "subsets.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::mapping {
namespace {

std::vector<std::int64_t> ownedPositions(const fem::Domain& domain) {
  const auto all = domain.mesh.nodePositions();
  return {all.begin(), all.begin() + domain.mesh.layout().numOwned()};
}

std::string nameOfIdentity(const Identity::Data& data, const fem::Domain& child) {
  return fmt::format("identity {} of {}", child.object, data.parent);
}

/// Returns the parent node with the same position in the file for each node of the child.
/// @note Collective.
WeightTable sameNodes(const Identity::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const fem::Domain& parent = find(data.parent);
  const PetscInt have = child.mesh.layout().numGlobal(), want = parent.mesh.layout().numGlobal();
  if (have != want)
    refuse(fmt::format(
        "{}: '{}' has {} and '{}' has {}, but an identity mapping requires equal numbers of nodes. Use `subset` to "
        "match nodes by position.",
        nameOfIdentity(data, child), child.object, base::formatCount(have, "node"), parent.object, want));
  std::vector<GlobalIndex> nodes;
  for (const auto& node : nodesByKey(parent, parent.mesh.nodePositions(), ownedPositions(child)))
    nodes.push_back(node.value());
  return unitWeights(nodes);
}

std::string nameOfSubset(const Subset::Data& data, const fem::Domain& child) {
  return fmt::format("subset {} of {}", child.object, data.parent);
}

/// Returns the parent nodes of `list` in the order of the child nodes in their file.
/// @note Collective.
WeightTable listedNodes(const Subset::Data& data, const fem::Domain& child, const fem::Domain& parent) {
  const auto have = static_cast<std::size_t>(child.mesh.layout().numGlobal());
  if (data.nodes.list.size() != have)
    refuse(fmt::format("{}: `nodes` lists {}, but '{}' has {}.", nameOfSubset(data, child),
                       base::formatCount(data.nodes.list.size(), "node"), child.object, have));
  std::vector<std::int64_t> wanted;
  for (const std::int64_t position : ownedPositions(child))
    wanted.push_back(data.nodes.list[static_cast<std::size_t>(position)]);
  const auto found = nodesByKey(parent, parent.mesh.nodeTags(), wanted);
  std::vector<GlobalIndex> nodes;
  base::runCollectively(child.mesh.comm(), [&] {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (!found[i])
        throw base::InputError(
            fmt::format("{}: '{}' has no node {}.", nameOfSubset(data, child), parent.object, wanted[i]));
      nodes.push_back(*found[i]);
    }
  });
  return unitWeights(nodes);
}

/// Returns the parent nodes of a list, or those at the positions of the child nodes.
/// @note Collective.
WeightTable chosenNodes(const Subset::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const fem::Domain& parent = find(data.parent);
  if (!data.nodes.list.empty()) {
    if (!data.group.empty())
      refuse(
          fmt::format("{}: specify either a 'group' or a list of 'nodes', but not both.", nameOfSubset(data, child)));
    return listedNodes(data, child, parent);
  }
  return unitWeights(coincidentNodes(child, ownNodes(child), parent, ownNodes(parent, data.group), data.tolerance,
                                     nameOfSubset(data, child)));
}

std::string nameOfMulti(const SubsetMulti::Data& data, const fem::Domain& child) {
  std::vector<std::string> parents;
  for (const auto& part : data.parts) parents.push_back(part.parent);
  return fmt::format("subset {} of {}", child.object, fmt::join(parents, ", "));
}

std::vector<la::State*> parentsOf(const SubsetMulti::Data& data, const fem::FindDomain& find) {
  std::vector<la::State*> parents;
  for (const auto& part : data.parts) parents.push_back(&find(part.parent).state);
  return parents;
}

/// Returns the parent nodes of all groups. @note Collective.
WeightTable followedParts(const SubsetMulti::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const std::string name = nameOfMulti(data, child);
  std::vector<std::string> groups;
  for (const auto& part : data.parts) groups.push_back(part.group);
  const std::vector<std::size_t> parts = groupOfEachNode(child, groups, name);
  std::vector<GlobalIndex> parent_nodes(parts.size());
  for (std::size_t part = 0; part < groups.size(); ++part) {
    const fem::Domain& parent = find(data.parts[part].parent);
    std::vector<LocalIndex> nodes;
    for (std::size_t node = 0; node < parts.size(); ++node)
      if (parts[node] == part) nodes.push_back(static_cast<LocalIndex>(node));
    const auto found = parent.state.kind() == la::NodeKind::frames
                           ? nearestNodes(child, nodes, parent)
                           : coincidentNodes(child, nodes, parent, ownNodes(parent), data.tolerance, name);
    for (std::size_t i = 0; i < nodes.size(); ++i) parent_nodes[static_cast<std::size_t>(nodes[i])] = found[i];
  }
  return unitWeights(parent_nodes, parts);
}

}  // namespace

void Identity::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object with the same nodes");
}

Identity::Identity(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(nameOfIdentity(data, child), child.state, {&find(data.parent).state}, sameNodes(data, child, find)) {
}

void Subset::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object that contains these nodes");
  p.optional("group", &Data::group, "",
             "group of the parent in which the nodes are searched; default: all nodes of the parent");
  p.optional("nodes", &Data::nodes, "",
             "instead of matching by position: node numbers of the parent, for the nodes of this object in the order "
             "of the mesh file of this object");
  p.optional("tolerance", &Data::tolerance, "",
             "maximum distance between matched nodes, relative to the extent of the parent")
      .nonNegative();
}

Subset::Subset(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(nameOfSubset(data, child), child.state, {&find(data.parent).state}, chosenNodes(data, child, find)) {
}

void SubsetMulti::declare(base::Parameters<Data>& p) {
  p.required("parts", &Data::parts, "",
             "groups of this object that together contain all of its nodes, and the parent of each group");
  p.optional("tolerance", &Data::tolerance, "",
             "maximum distance between matched nodes, relative to the extent of the parent")
      .nonNegative();
}

SubsetMulti::SubsetMulti(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : NodalWeights(nameOfMulti(data, child), child.state, parentsOf(data, find), followedParts(data, child, find)) {}

}  // namespace tenon::mapping
