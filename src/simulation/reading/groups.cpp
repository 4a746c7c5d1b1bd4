// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "groups.hpp"

#include <fmt/format.h>

#include <functional>
#include <map>

namespace tenon::simulation {
namespace {

using base::CaseNode;
using mesh::GroupPart;

using Rule = decltype(GroupPart::rule);
constexpr const char* axes[] = {"x", "y", "z"};

mesh::InBox readBox(const CaseNode& node) {
  node.requireKnownKeys({"x", "y", "z"});
  mesh::InBox box;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!node.has(axes[i])) continue;
    const auto numbers = node[axes[i]].items();
    if (numbers.size() != 2) node[axes[i]].fail("the value must be a list [lowest, highest].");
    box.bounds[i] = {numbers[0].number(), numbers[1].number()};
    if (box.bounds[i]->first > box.bounds[i]->second) node[axes[i]].fail("the upper bound is below the lower bound.");
  }
  if (node.keys().empty()) node.fail("a box needs bounds, e.g. {x: [0, 1]}.");
  return box;
}

mesh::OnPlane readPlane(const CaseNode& node) {
  if (node.isMap() && node.has("normal")) {
    node.requireKnownKeys({"point", "normal"});
    const mesh::OnPlane plane{node["point"].vector(), node["normal"].vector()};
    if (plane.normal.isZero(0.0)) node["normal"].fail("the normal of a plane must not be zero.");
    return plane;
  }
  node.requireKnownKeys({"x", "y", "z"});
  for (int i = 0; i < 3; ++i)
    if (node.has(axes[i]) && node.keys().size() == 1)
      return {node[axes[i]].number() * base::Vec3::Unit(i), base::Vec3::Unit(i)};
  node.fail("a plane must be given by one of x, y and z, e.g. {z: 0}, or by {point: ..., normal: ...}.");
}

mesh::InSphere readSphere(const CaseNode& node) {
  node.requireKnownKeys({"centre", "radius"});
  const mesh::InSphere sphere{node["centre"].vector(), node["radius"].number()};
  if (!(sphere.radius > 0)) node["radius"].fail("a radius must be positive.");
  return sphere;
}

mesh::NodeList readNodes(const CaseNode& node) {
  mesh::NodeList numbers;
  for (const CaseNode& item : node.items()) numbers.tags.push_back(item.integer());
  if (numbers.tags.empty()) node.fail("the list contains no nodes, but at least one is required.");
  return numbers;
}

const std::map<std::string, std::function<Rule(const CaseNode&)>>& rules() {
  static const std::map<std::string, std::function<Rule(const CaseNode&)>> all{
      {"box", readBox},
      {"group", [](const CaseNode& node) -> Rule { return mesh::OtherGroup{node.text()}; }},
      {"nearest", [](const CaseNode& node) -> Rule { return mesh::NearestNode{node.vector()}; }},
      {"nodes", readNodes},
      {"plane", readPlane},
      {"sphere", readSphere},
  };
  return all;
}

GroupPart readWord(const std::string& word) {
  if (word == "all") return {mesh::WholeMesh{}, {}, {}};
  if (word == "boundary") return {mesh::Boundary{}, {}, {}};
  return {mesh::OtherGroup{word}, {}, {}};
}

GroupPart readPart(const CaseNode& node) {
  if (node.isScalar()) return readWord(node.text());
  std::vector<std::string> known{"dimension", "tolerance"};
  for (const auto& rule : rules()) known.push_back(rule.first);
  node.requireKnownKeys(known);
  GroupPart part{};
  int num_rules = 0;
  for (const auto& [name, read] : rules())
    if (node.has(name)) part.rule = read(node[name]), ++num_rules;
  if (num_rules != 1)
    node.fail(
        "a group must be `all`, `boundary`, the name of another group, a block with exactly one of the keys box, "
        "group, nearest, nodes, plane and sphere, or a list of these (their union).");
  if (node.has("dimension")) {
    part.dimension = node["dimension"].integer();
    if (*part.dimension < 0 || *part.dimension > 3)
      node["dimension"].fail("a dimension must be 0 (nodes), 1 (lines), 2 (faces) or 3 (volumes).");
  }
  if (node.has("tolerance")) {
    part.tolerance = node["tolerance"].number();
    if (!(*part.tolerance >= 0)) node["tolerance"].fail("a tolerance must not be negative.");
  }
  return part;
}

}  // namespace

mesh::GroupDefinition readGroup(const std::string& name, const CaseNode& node) {
  mesh::GroupDefinition definition{name, {}};
  if (node.isList())
    for (const CaseNode& item : node.items()) definition.parts.push_back(readPart(item));
  else
    definition.parts.push_back(readPart(node));
  if (definition.parts.empty()) node.fail("the list is empty, but at least one entry is required.");
  return definition;
}

}  // namespace tenon::simulation
