// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "joinedNodes.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tenon::mesh {
namespace {

constexpr std::size_t most_of_a_group = 16;

using NodeOfTag = std::unordered_map<std::int64_t, std::int32_t>;

NodeOfTag nodesByTag(const RawMesh& mesh) {
  NodeOfTag nodes;
  for (std::size_t node = 0; node < mesh.numNodes(); ++node)
    nodes.emplace(mesh.node_tags[node], static_cast<std::int32_t>(node));
  return nodes;
}

std::vector<std::int32_t> nodesOfGroup(const RawMesh& mesh, const std::string& name) {
  std::vector<std::int32_t> nodes;
  if (name.empty()) {
    for (std::size_t node = 0; node < mesh.numNodes(); ++node) nodes.push_back(static_cast<std::int32_t>(node));
    return nodes;
  }
  const auto isNamed = [&](int group) { return mesh.groups[static_cast<std::size_t>(group)].name == name; };
  for (const RawBlock& block : mesh.blocks) {
    const auto per_cell = static_cast<std::ptrdiff_t>(info(block.type).num_nodes);
    for (std::size_t cell = 0; cell < block.numCells(); ++cell) {
      const auto& set = mesh.group_sets[static_cast<std::size_t>(block.group_set[cell])];
      if (!std::any_of(set.begin(), set.end(), isNamed)) continue;
      const auto first = block.nodes.begin() + static_cast<std::ptrdiff_t>(cell) * per_cell;
      nodes.insert(nodes.end(), first, first + per_cell);
    }
  }
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

class JoinedNodeSearch {
 public:
  explicit JoinedNodeSearch(const std::vector<const RawMesh*>& meshes) : meshes_(meshes) {}

  void add(const MeshLink& link, std::size_t a, std::size_t b) {
    if (link.tags.empty()) return addGroups(link, a, b);
    const NodeOfTag &of_a = tagsOf(a), &of_b = tagsOf(b);
    for (const auto& [first, second] : link.tags) {
      const auto one = of_a.find(first), other = of_b.find(second);
      if (one != of_a.end() && other != of_b.end()) found_.push_back({{a, one->second}, {b, other->second}});
    }
  }
  std::vector<JoinedNodes> found() && { return std::move(found_); }

 private:
  const NodeOfTag& tagsOf(std::size_t mesh) {
    const auto known = tags_.find(mesh);
    return known != tags_.end() ? known->second : tags_.emplace(mesh, nodesByTag(*meshes_[mesh])).first->second;
  }
  void addGroups(const MeshLink& link, std::size_t a, std::size_t b) {
    const auto first = nodesOfGroup(*meshes_[a], link.first_group);
    const auto second = nodesOfGroup(*meshes_[b], link.second_group);
    if (first.empty() || second.empty() || std::min(first.size(), second.size()) > 1) return;
    const std::size_t count = std::max(first.size(), second.size());
    const std::size_t stride = (count + most_of_a_group - 1) / most_of_a_group;
    for (std::size_t i = 0; i < count; i += stride)
      found_.push_back({{a, first[std::min(i, first.size() - 1)]}, {b, second[std::min(i, second.size() - 1)]}});
  }

  const std::vector<const RawMesh*>& meshes_;
  std::map<std::size_t, NodeOfTag> tags_;
  std::vector<JoinedNodes> found_;
};

}  // namespace

std::vector<JoinedNodes> joinedNodes(const std::vector<const RawMesh*>& meshes, const std::vector<int>& by_source,
                                     const std::vector<MeshLink>& links) {
  JoinedNodeSearch finder(meshes);
  for (const MeshLink& link : links)
    if (by_source[link.first] >= 0 && by_source[link.second] >= 0)
      finder.add(link, static_cast<std::size_t>(by_source[link.first]),
                 static_cast<std::size_t>(by_source[link.second]));
  return std::move(finder).found();
}

}  // namespace tenon::mesh
