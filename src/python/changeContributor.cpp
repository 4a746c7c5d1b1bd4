// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "changeContributor.hpp"

#include <fmt/format.h>

#include <new>
#include <typeinfo>

#include "constraint/dirichlet/Prescribed.hpp"
#include "force/DensityLoad.hpp"
#include "force/FollowerPressure.hpp"
#include "force/Gravity.hpp"
#include "force/NodalForce.hpp"
#include "force/structures/LineLoad.hpp"
#include "selections.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::python {
namespace {

using base::CaseNode;

/// Entry of a case and the object that was created from it.
struct Located {
  CaseNode entry;
  system::Body* body = nullptr;
  force::ForceField* force = nullptr;                   // or
  constraint::DirichletCondition* condition = nullptr;  // the contributor
};

/// Appends a string as JSON text.
void appendQuoted(const std::string& text, std::string& json) {
  json += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') json += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      json += fmt::format("\\u{:04x}", static_cast<int>(c));
    else
      json += c;
  }
  json += '"';
}

/// Appends a node as JSON text.
void append(const CaseNode& node, std::string& json) {
  std::string separator;
  if (node.isMap()) {
    json += '{';
    for (const std::string& key : node.keys()) {
      json += std::exchange(separator, ", ");
      appendQuoted(key, json);
      json += ": ";
      append(node[key], json);
    }
    json += '}';
  } else if (node.isList()) {
    json += '[';
    for (const CaseNode& item : node.items()) {
      json += std::exchange(separator, ", ");
      append(item, json);
    }
    json += ']';
  } else if (node.isNumber()) {
    json += fmt::format("{:.17g}", node.number());
  } else if (node.scalar() == "true" || node.scalar() == "false") {
    json += node.scalar();
  } else {
    appendQuoted(node.scalar(), json);
  }
}

/// Returns the entries of a list, without those that are empty.
std::vector<CaseNode> entriesOf(const CaseNode& object, const std::string& key) {
  std::vector<CaseNode> entries;
  if (!object.isMap() || !object.has(key)) return entries;
  for (const CaseNode& entry : object[key].items())
    if (entry.isDefined()) entries.push_back(entry);
  return entries;
}

std::vector<Located> findAll(simulation::Simulation& simulation, const std::string& name) {
  std::vector<Located> found;
  const CaseNode objects = simulation.caseFile().root["objects"];
  for (const auto& body : simulation.mechanics().bodies()) {
    if (!objects.has(body->name())) continue;
    const CaseNode object = objects[body->name()].withSpaceDimension(body->mesh().spaceDimension());
    const std::vector<CaseNode> forces = entriesOf(object, "forces"), conditions = entriesOf(object, "conditions");
    for (std::size_t i = 0; i < std::min(forces.size(), body->forces.size()); ++i)
      if (body->forces[i]->name() == name) found.push_back({forces[i], body.get(), body->forces[i].get(), nullptr});
    for (std::size_t i = 0; i < std::min(conditions.size(), body->conditions.size()); ++i)
      if (body->conditions[i]->name() == name)
        found.push_back({conditions[i], body.get(), nullptr, body->conditions[i].get()});
  }
  return found;
}

[[noreturn]] void failFor(simulation::Simulation& simulation, const std::string& name) {
  std::vector<std::string> names = system::contributorNames(simulation.mechanics());
  if (base::contains(names, name))
    failOnAllRanks(
        fmt::format("'{}' cannot be changed between steps: change the case and open it again. Loads of objects with "
                    "independent degrees of freedom and `prescribed` conditions can be changed.",
                    name));
  for (const auto& body : simulation.mechanics().bodies())
    for (const auto& condition : body->conditions) names.push_back(condition->name());
  failOnAllRanks(fmt::format("There is no force or condition '{}'{}", name, base::suggestionFor(name, names)));
}

Located find(simulation::Simulation& simulation, const std::string& name) {
  const std::vector<Located> found = findAll(simulation, name);
  if (found.empty()) failFor(simulation, name);
  if (found.size() > 1)
    failOnAllRanks(
        fmt::format("There are {} contributors with the name '{}': combine them into one contributor in the case.",
                    found.size(), name));
  return found.front();
}

/// Creates a contributor of type T in the place of `old` if this is the type of `old`. A first
/// object is created only to find errors, before `old` is destroyed.
template <class T, class Old>
bool replace(Old& old, const CaseNode& entry, const system::Body& body, const std::vector<std::string>& others) {
  if (typeid(old) != typeid(T)) return false;
  base::Parameters<typename T::Data> table;
  T::declare(table);
  typename T::Data data;
  base::runCollectively(body.mesh().comm(), [&] { data = table.read(entry, others); });
  { const T trial(data, body.domain()); }
  T* const place = &dynamic_cast<T&>(old);
  place->~T();
  new (static_cast<void*>(place)) T(data, body.domain());
  return true;
}

void replaceForce(force::ForceField& old, const CaseNode& entry, const system::Body& body) {
  const force::ForceDamping common = old;
  const std::vector<std::string> others{"type", "rayleigh_stiffness"};
  const bool is_done =
      replace<force::Traction>(old, entry, body, others) || replace<force::Pressure>(old, entry, body, others) ||
      replace<force::BodyForce>(old, entry, body, others) || replace<force::Gravity>(old, entry, body, others) ||
      replace<force::NodalForce>(old, entry, body, others) || replace<force::LineLoad>(old, entry, body, others) ||
      replace<force::FollowerPressure>(old, entry, body, others);
  if (!is_done)
    failOnAllRanks(fmt::format(
        "'{}' is not a load and cannot be changed between steps: change the case and open it again.", old.name()));
  static_cast<force::ForceDamping&>(old) = common;
}

/// Returns the prescribed components of a condition.
std::vector<std::string> componentsOf(const CaseNode& entry) {
  return entry.has("values") ? entry["values"].keys() : std::vector<std::string>{};
}

void replaceCondition(const Located& at, const CaseNode& before, const CaseNode& entry) {
  if (typeid(*at.condition) != typeid(constraint::Prescribed))
    failOnAllRanks(fmt::format("'{}' has no values that can be changed between steps.", at.condition->name()));
  if (componentsOf(before) != componentsOf(entry) || before.has("field") != entry.has("field") ||
      before.has("gradient") != entry.has("gradient"))
    failOnAllRanks(
        fmt::format("'{}' must prescribe the same components before and after the change.", at.condition->name()));
  replace<constraint::Prescribed>(*at.condition, entry, *at.body, {"type"});
}

CaseNode parse(const std::string& text, const Located& at, const std::string& name, const std::string& folder) {
  return CaseNode::parseTree(text, name, folder).withSpaceDimension(at.body->mesh().spaceDimension());
}

std::string currentText(const Located& at, const ChangedEntries& changed, const std::string& name) {
  if (const auto known = changed.find(name); known != changed.end()) return known->second;
  std::string json;
  append(at.entry, json);
  return json;
}

}  // namespace

std::string entryOf(simulation::Simulation& simulation, const ChangedEntries& changed, const std::string& contributor) {
  return currentText(find(simulation, contributor), changed, contributor);
}

void changeContributor(simulation::Simulation& simulation, ChangedEntries& changed, const std::string& contributor,
                       const std::map<std::string, std::string>& values) {
  const Located at = find(simulation, contributor);
  const std::string folder = simulation.caseFile().root.folder();
  const CaseNode before = parse(currentText(at, changed, contributor), at, contributor, folder);
  for (const char* fixed : {"type", "group"})
    if (values.count(fixed) != 0)
      failOnAllRanks(fmt::format("'{}' of '{}' cannot be changed between steps: change the case and open it again.",
                                 fixed, contributor));
  std::string json = "{", separator;
  for (const std::string& key : before.keys()) {
    if (values.count(key) != 0) continue;
    json += std::exchange(separator, ", ");
    appendQuoted(key, json);
    json += ": ";
    append(before[key], json);
  }
  for (const auto& [key, value] : values) {
    json += std::exchange(separator, ", ");
    appendQuoted(key, json);
    json += ": " + value;
  }
  json += '}';
  const CaseNode entry = parse(json, at, contributor, folder);
  if (at.force != nullptr)
    replaceForce(*at.force, entry, *at.body);
  else
    replaceCondition(at, before, entry);
  changed[contributor] = json;
  simulation.mechanics().setTime(simulation.time());
}

}  // namespace tenon::python
