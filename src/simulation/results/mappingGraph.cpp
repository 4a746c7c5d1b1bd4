#include "mappingGraph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace tenon::simulation {
namespace {

using system::Body;

/// One state with its description.
struct Told {
  std::string name, kind;
  std::vector<std::string> acting;  // Contributors and conditions.
  std::vector<std::string> parents;
};

std::string counted(const la::State& state) {
  return fmt::format("{} node{} of {} unknown{}", state.layout().numGlobal(),
                     state.layout().numGlobal() == 1 ? "" : "s", state.block(), state.block() == 1 ? "" : "s");
}

void addContributors(const Body& body, Told& told) {
  for (const auto& force : body.forces) told.acting.push_back(force->name());
  for (const auto& mass : body.masses) told.acting.push_back(mass->name());
  for (const auto& condition : body.conditions) told.acting.push_back(condition->name());
}

Told describe(const system::Follower& follower) {
  const mapping::Mapping& mapping = *follower.mapping;
  Told told{mapping.child().name(), "", {}, {}};
  told.kind = fmt::format("{}; {}, {}", mapping.name(),
                          mapping.isLinear() ? "linear" : "geometric stiffness: " + mapping.geometric_stiffness,
                          counted(mapping.child()));
  for (const la::State* parent : mapping.parents())
    if (std::find(told.parents.begin(), told.parents.end(), parent->name()) == told.parents.end())
      told.parents.push_back(parent->name());
  if (follower.body) addContributors(*follower.body, told);
  for (const auto& force : follower.forces) told.acting.push_back(force->name());
  return told;
}

std::vector<Told> statesOf(const system::MechanicalSystem& mechanics) {
  std::vector<Told> all;
  for (const auto& body : mechanics.bodies()) {
    all.push_back({body->name(), "independent, " + counted(body->state()), {}, {}});
    addContributors(*body, all.back());
  }
  if (mechanics.mappings() != nullptr)
    for (const system::Follower& follower : mechanics.mappings()->followers()) all.push_back(describe(follower));
  return all;
}

/// Returns the names of interactions and constraints, which may act on several objects.
std::vector<std::string> joining(const system::MechanicalSystem& mechanics) {
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
  const std::vector<Told> states = statesOf(mechanics);
  const std::size_t independent = mechanics.bodies().size(), mapped = states.size() - independent;
  std::size_t width = 0;
  for (const Told& state : states) width = std::max(width, state.name.size());
  std::string text = fmt::format("{} independent state{}, {} mapped one{}\n", independent, independent == 1 ? "" : "s",
                                 mapped, mapped == 1 ? "" : "s");
  for (const Told& state : states) {
    text += fmt::format("{:<{}}  {}\n", state.name, width, state.kind);
    for (const std::string& name : state.acting) text += "  " + name + "\n";
  }
  const std::vector<std::string> names = joining(mechanics);
  if (!names.empty()) text += "between states\n";
  for (const std::string& name : names) text += "  " + name + "\n";
  return text;
}

std::string dotOfGraph(const system::MechanicalSystem& mechanics) {
  std::string text =
      "digraph mappings {\n  rankdir=TB;\n  node [shape=box, fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9];\n";
  const std::vector<Told> states = statesOf(mechanics);
  for (const Told& state : states) {
    std::string label = state.name + "\n" + state.kind;
    for (const std::string& name : state.acting) label += "\n" + name;
    std::string lines = dotString(label);
    for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 2) lines.replace(at, 1, "\\n");
    text +=
        fmt::format("  {} [label={}{}];\n", dotString(state.name), lines, state.parents.empty() ? ", style=bold" : "");
  }
  for (const Told& state : states)
    for (const std::string& parent : state.parents)
      text += fmt::format("  {} -> {};\n", dotString(parent), dotString(state.name));
  return text + "}\n";
}

}  // namespace tenon::simulation
