// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "children.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>

#include "base/Directory.hpp"
#include "fem/nodesOfTags.hpp"
#include "fem/search/Box.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::mapping {
namespace {

constexpr std::size_t most_named = 10;

/// Returns the longest edge of the bounding box of an object, bounded below by the precision of its
/// coordinates. @note Collective.
double extentOf(const fem::Domain& domain) {
  fem::Box box;
  for (const base::Vec3& place : ownedCoordinates(domain)) box.include(place);
  const base::Communicator& comm = domain.mesh.comm();
  for (int i = 0; i < 3; ++i) box.low[i] = comm.min(box.low[i]), box.high[i] = comm.max(box.high[i]);
  return std::max(box.size(), 1e6 * box.roundOff());
}

struct NamedNode {
  std::int64_t position, tag;
  std::array<double, 3> place;
};

}  // namespace

std::vector<base::Vec3> coordinatesOf(const fem::Domain& domain, const std::vector<LocalIndex>& nodes) {
  std::vector<base::Vec3> places;
  for (const LocalIndex node : nodes)
    places.emplace_back(domain.mesh.points().data() + 3 * static_cast<std::size_t>(node));
  return places;
}

std::vector<base::Vec3> ownedCoordinates(const fem::Domain& domain) {
  return coordinatesOf(domain, ownNodes(domain));
}

std::vector<LocalIndex> ownNodes(const fem::Domain& domain, const std::string& group) {
  if (!group.empty()) return fem::ownedNodes(domain, group);
  std::vector<LocalIndex> all(static_cast<std::size_t>(domain.mesh.layout().numOwned()));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

NodeSummary::NodeSummary(const fem::Domain& domain, const std::vector<LocalIndex>& nodes)
    : num_global_(domain.mesh.comm().sum(static_cast<long>(nodes.size()))) {
  const auto isEarlier = [](const NamedNode& a, const NamedNode& b) { return a.position < b.position; };
  const auto keepFirst = [&](std::vector<NamedNode> list) {
    const std::size_t kept = std::min(most_named, list.size());
    std::partial_sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(kept), list.end(), isEarlier);
    list.resize(kept);
    return list;
  };
  std::vector<NamedNode> mine;
  for (const LocalIndex node : nodes) {
    const auto at = static_cast<std::size_t>(node);
    const double* x = domain.mesh.points().data() + 3 * at;
    mine.push_back({domain.mesh.nodePositions()[at], domain.mesh.nodeTags()[at], {x[0], x[1], x[2]}});
  }
  const auto first = keepFirst(domain.mesh.comm().gatherAll(keepFirst(std::move(mine))));
  for (const NamedNode& node : first)
    description_ += fmt::format("{}node {} at ({:.6g}, {:.6g}, {:.6g})", description_.empty() ? "" : ", ", node.tag,
                                node.place[0], node.place[1], node.place[2]);
  if (static_cast<std::size_t>(num_global_) > first.size())
    description_ += fmt::format(", and {} more", static_cast<std::size_t>(num_global_) - first.size());
}

void refuse(const std::string& sentence) {
  base::InputError error(sentence);
  error.markOnAllRanks();
  throw error;
}

std::vector<GlobalIndex> coincidentNodes(const fem::Domain& child, const std::vector<LocalIndex>& nodes,
                                         const fem::Domain& parent, const std::vector<LocalIndex>& candidates,
                                         double tolerance, const std::string& context) {
  const double nearby = tolerance * extentOf(parent);
  const auto nearest = fem::NodeSearch(parent, candidates).nearest(coordinatesOf(child, nodes));
  std::vector<GlobalIndex> found;
  std::vector<LocalIndex> without;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    found.push_back(nearest[i].node);
    if (nearest[i].position < 0 || nearest[i].distance > nearby) without.push_back(nodes[i]);
  }
  const NodeSummary lost(child, without);
  if (lost.numGlobal() > 0)
    refuse(
        fmt::format("{}: '{}' has no node that coincides with {} of '{}'. Move one of the objects, or specify a larger "
                    "'tolerance'.",
                    context, parent.object, lost.description(), child.object));
  return found;
}

std::vector<GlobalIndex> nearestNodes(const fem::Domain& child, const std::vector<LocalIndex>& nodes,
                                      const fem::Domain& parent) {
  std::vector<GlobalIndex> found;
  for (const auto& one : fem::NodeSearch(parent, ownNodes(parent)).nearest(coordinatesOf(child, nodes)))
    found.push_back(one.node);
  return found;
}

std::vector<std::optional<GlobalIndex>> nodesByKey(const fem::Domain& parent, gsl::span<const std::int64_t> keys,
                                                   const std::vector<std::int64_t>& wanted) {
  std::vector<base::Directory<GlobalIndex>::KeyValuePair> pairs;
  for (LocalIndex node = 0; node < parent.mesh.layout().numOwned(); ++node)
    pairs.push_back({keys[static_cast<std::size_t>(node)], parent.mesh.layout().global(node)});
  return base::Directory<GlobalIndex>(parent.mesh.comm(), pairs).find(wanted);
}

WeightTable unitWeights(const std::vector<GlobalIndex>& parent_nodes, const std::vector<std::size_t>& parents) {
  WeightTable weights;
  for (std::size_t node = 0; node < parent_nodes.size(); ++node) {
    weights.add(parents.empty() ? 0 : parents[node], parent_nodes[node], 1.0);
    weights.endNode();
  }
  return weights;
}

std::vector<std::size_t> groupOfEachNode(const fem::Domain& domain, const std::vector<std::string>& groups,
                                         const std::string& context) {
  std::vector<std::size_t> parts(static_cast<std::size_t>(domain.mesh.layout().numOwned()), groups.size());
  std::vector<LocalIndex> twice, never;
  for (std::size_t part = 0; part < groups.size(); ++part)
    for (const LocalIndex node : ownNodes(domain, groups[part])) {
      std::size_t& of_node = parts[static_cast<std::size_t>(node)];
      if (of_node < groups.size()) twice.push_back(node);
      of_node = part;
    }
  for (std::size_t node = 0; node < parts.size(); ++node)
    if (parts[node] == groups.size()) never.push_back(static_cast<LocalIndex>(node));
  const NodeSummary in_two(domain, twice), in_none(domain, never);
  if (in_two.numGlobal() > 0)
    refuse(fmt::format("{}: two of the groups of '{}' contain {}, but each node can have only one parent.", context,
                       domain.object, in_two.description()));
  if (in_none.numGlobal() > 0)
    refuse(fmt::format("{}: none of the groups of '{}' contains {}, but each node needs a parent.", context,
                       domain.object, in_none.description()));
  return parts;
}

void requireFrames(const fem::Domain& domain, const std::string& context) {
  if (domain.state.kind() != la::NodeKind::frames)
    refuse(fmt::format("{}: '{}' must consist of rigid bodies.", context, domain.object));
}

GlobalIndex bodyOf(const fem::Domain& bodies, const std::string& body, const std::string& context) {
  requireFrames(bodies, context);
  char* end = nullptr;
  const std::int64_t number = std::strtoll(body.c_str(), &end, 10);
  if (!body.empty() && *end == '\0') return fem::nodesOfTags(bodies, {number}, context).front();
  const std::vector<LocalIndex> nodes = ownNodes(bodies, body);
  const base::Communicator& comm = bodies.mesh.comm();
  if (comm.sum(static_cast<long>(nodes.size())) != 1)
    refuse(fmt::format("{}: '{}' has several bodies{}; specify one of these bodies by number.", context, bodies.object,
                       body.empty() ? "" : fmt::format(" named '{}'", body)));
  return GlobalIndex(comm.max(nodes.empty() ? PetscInt(-1) : bodies.mesh.layout().global(nodes.front()).value()));
}

}  // namespace tenon::mapping
