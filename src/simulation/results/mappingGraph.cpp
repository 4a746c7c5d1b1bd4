// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "mappingGraph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "system/mapped/MappingGraph.hpp"

namespace tenon::simulation {
namespace {

using system::Body;

/// One state with its description.
struct GraphNode {
  std::string name, kind;
  std::vector<std::string> contributors;  // Contributors and conditions.
  std::vector<std::string> parents;
};

std::string formatCount(const la::State& state) {
  return fmt::format("{} node{} of {} unknown{}", state.layout().numGlobal(),
                     state.layout().numGlobal() == 1 ? "" : "s", state.block(), state.block() == 1 ? "" : "s");
}

void addContributors(const Body& body, GraphNode& node) {
  for (const auto& force : body.forces) node.contributors.push_back(force->name());
  for (const auto& mass : body.masses) node.contributors.push_back(mass->name());
  for (const auto& condition : body.conditions) node.contributors.push_back(condition->name());
}

GraphNode describe(const system::MappedObject& follower) {
  const mapping::Mapping& mapping = *follower.mapping;
  GraphNode node{mapping.child().name(), "", {}, {}};
  node.kind = fmt::format("{}; {}, {}", mapping.name(),
                          mapping.isLinear() ? "linear" : "geometric stiffness: " + mapping.geometric_stiffness,
                          formatCount(mapping.child()));
  for (const la::State* parent : mapping.parents())
    if (std::find(node.parents.begin(), node.parents.end(), parent->name()) == node.parents.end())
      node.parents.push_back(parent->name());
  if (follower.body) addContributors(*follower.body, node);
  for (const auto& force : follower.forces) node.contributors.push_back(force->name());
  return node;
}

std::vector<GraphNode> statesOf(const system::MechanicalSystem& mechanics) {
  std::vector<GraphNode> all;
  for (const auto& body : mechanics.bodies()) {
    all.push_back({body->name(), "independent, " + formatCount(body->state()), {}, {}});
    addContributors(*body, all.back());
  }
  if (mechanics.mappings() != nullptr)
    for (const system::MappedObject& follower : mechanics.mappings()->mappedObjects())
      all.push_back(describe(follower));
  return all;
}

/// Returns the names of interactions and constraints, which may act on several objects.
std::vector<std::string> multiObjectContributors(const system::MechanicalSystem& mechanics) {
  std::vector<std::string> names;
  for (const auto& interaction : mechanics.interactions()) names.push_back(interaction->name());
  for (const auto& constraint : mechanics.constraints()) names.push_back(constraint->name());
  return names;
}

std::string dotString(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace

std::string textOfGraph(const system::MechanicalSystem& mechanics) {
  const std::vector<GraphNode> states = statesOf(mechanics);
  const std::size_t independent = mechanics.bodies().size(), mapped = states.size() - independent;
  std::size_t width = 0;
  for (const GraphNode& state : states) width = std::max(width, state.name.size());
  std::string text = fmt::format("{} independent state{}, {} mapped one{}\n", independent, independent == 1 ? "" : "s",
                                 mapped, mapped == 1 ? "" : "s");
  for (const GraphNode& state : states) {
    text += fmt::format("{:<{}}  {}\n", state.name, width, state.kind);
    for (const std::string& name : state.contributors) text += "  " + name + "\n";
  }
  const std::vector<std::string> names = multiObjectContributors(mechanics);
  if (!names.empty()) text += "between states\n";
  for (const std::string& name : names) text += "  " + name + "\n";
  return text;
}

std::string dotOfGraph(const system::MechanicalSystem& mechanics) {
  std::string text =
      "digraph mappings {\n  rankdir=TB;\n  node [shape=box, fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9];\n";
  const std::vector<GraphNode> states = statesOf(mechanics);
  for (const GraphNode& state : states) {
    std::string label = state.name + "\n" + state.kind;
    for (const std::string& name : state.contributors) label += "\n" + name;
    std::string lines = dotString(label);
    for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 2) lines.replace(at, 1, "\\n");
    text +=
        fmt::format("  {} [label={}{}];\n", dotString(state.name), lines, state.parents.empty() ? ", style=bold" : "");
  }
  for (const GraphNode& state : states)
    for (const std::string& parent : state.parents)
      text += fmt::format("  {} -> {};\n", dotString(parent), dotString(state.name));
  return text + "}\n";
}

}  // namespace tenon::simulation
