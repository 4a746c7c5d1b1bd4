// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "keyLocations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/Analysis.hpp"
#include "base/keyAdvice.hpp"
#include "simulation/optimise/OptimiseBlock.hpp"
#include "simulation/reading/OutputSettings.hpp"
#include "simulation/reading/placement.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "system/forms/registry.hpp"
#include "tenon/analysis/Objective.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using Path = std::vector<std::string>;

/// Kind of block: its path, with `*` for names and without indices of entries, its designation, and
/// its keys.
struct KeyLocation {
  Path path;
  std::string description;
  std::set<std::string> keys;
};

template <class Registry>
std::set<std::string> keysOf(const Registry& registry) {
  std::set<std::string> keys{"type"};
  for (const base::TypeInfo& type : registry.types())
    for (const base::ParameterInfo& parameter : type.parameters) keys.insert(parameter.name);
  return keys;
}

template <class Data>
std::set<std::string> keysOf() {
  base::Parameters<Data> table;
  Data::declare(table);
  std::set<std::string> keys;
  for (const base::ParameterInfo& parameter : table.infos()) keys.insert(parameter.name);
  return keys;
}

std::set<std::string> unite(std::set<std::string> a, const std::set<std::string>& b) {
  a.insert(b.begin(), b.end());
  return a;
}

std::vector<KeyLocation> allKeyLocations() {
  const Registries& all = registries();
  const Path object{"objects", "*"};
  const auto in = [&](const char* key) { return Path{"objects", "*", key}; };
  return {
      {{}, "the top level of the case", {topKeys().begin(), topKeys().end()}},
      {object, "an object (`objects.<name>`)", {objectKeys().begin(), objectKeys().end()}},
      {in("forces"), "an entry of an object's `forces`", keysOf(all.forces)},
      {{"objects", "*", "forces", "material"}, "the `material` of a force", keysOf(all.materials)},
      {in("masses"), "an entry of an object's `masses`", keysOf(all.masses)},
      {in("conditions"), "an entry of an object's `conditions`", keysOf(all.conditions)},
      {in("shapes"), "an entry of an object's `shapes`", keysOf(all.shapes)},
      {in("place"), "an object's `place`", keysOf<PlaceBlock>()},
      {{"objects", "*", "place", "rotate"}, "`rotate` of an object's `place`", keysOf<RotationBlock>()},
      {{"objects", "*", "place", "mirror"}, "`mirror` of an object's `place`", keysOf<MirrorBlock>()},
      {in("mapping"), "an object's `mapping`", unite(keysOf(all.mappings), keysOf(all.measurements))},
      {{"constraints"}, "an entry of `constraints`", keysOf(all.constraints)},
      {{"contacts"}, "an entry of `contacts`", unite(keysOf(all.contacts), keysOf(all.rigid_contacts))},
      {{"interactions"}, "an entry of `interactions`", keysOf(all.interactions)},
      {{"conditions"}, "an entry of the case's `conditions`", keysOf(all.joint_conditions)},
      {{"analysis"}, "`analysis`", keysOf(all.analyses)},
      {{"analysis", "contact_solver"}, "`contact_solver` of `analysis`", keysOf(all.contact_solvers)},
      {{"analysis", "stepper"}, "`stepper` of `analysis`", keysOf(all.steppers)},
      {{"system"}, "`system`", keysOf(all.systems)},
      {{"solver"}, "`solver`", keysOf<solver::SolverParameters>()},
      {{"output"}, "`output`", keysOf<OutputSettings>()},
      {{"objective"}, "an entry of `objective`", keysOf(all.objectives)},
      {{"optimise"}, "`optimise`", keysOf<OptimiseBlock>()},
  };
}

/// Converts "objects.bracket.forces[0].material" to {objects, *, forces, material}.
Path patternOf(const std::string& path) {
  Path pattern;
  for (std::size_t begin = 0; begin < path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    std::string part = path.substr(begin, end - begin);
    part = part.substr(0, part.find('['));
    pattern.push_back(pattern.size() == 1 && pattern[0] == "objects" ? "*" : part);
    begin = end + 1;
  }
  return pattern;
}

/// Returns the number of steps from one block to the other, up to their common parent and down
/// again.
std::size_t distance(const Path& a, const Path& b) {
  std::size_t common = 0;
  while (common < a.size() && common < b.size() && a[common] == b[common]) ++common;
  return a.size() + b.size() - 2 * common;
}

/// Returns true if the entries of a block are contributors without names.
bool isUnnamed(const Path& path) {
  static const std::vector<std::string> of_objects{"forces", "masses", "conditions", "shapes", "mapping"};
  static const std::vector<std::string> of_case{"interactions", "conditions"};
  if (path.size() == 1) return base::contains(of_case, path.back());
  return path.size() == 3 && path.front() == "objects" && base::contains(of_objects, path.back());
}

}  // namespace

const std::vector<std::string>& topKeys() {
  static const std::vector<std::string> keys{"title",        "parameters",  "output",   "objects",   "conditions",
                                             "interactions", "constraints", "contacts", "analysis",  "system",
                                             "rayleigh",     "solver",      "petsc",    "objective", "optimise"};
  return keys;
}

const std::vector<std::string>& objectKeys() {
  static const std::vector<std::string> keys{"mesh",    "place",        "bodies",    "particles",  "derive", "cells",
                                             "space",   "axisymmetric", "thickness", "nodes",      "groups", "mapping",
                                             "initial", "forces",       "masses",    "conditions", "shapes"};
  return keys;
}

std::string keyAdvice(const std::string& key, const std::string& path) {
  if (!key.empty() && key.find_first_not_of("0123456789.") == std::string::npos)
    return "A comma separates entries: write numbers without thousands separators, such as 70000.";
  constexpr std::size_t most = 3;  // Largest number of places in a sentence.
  static const std::vector<KeyLocation> locations = allKeyLocations();
  const Path here = patternOf(path);
  if (key == "name" && isUnnamed(here))
    return "Among the contributors, only constraints and contacts of deformable bodies have a `name`: remove this key.";
  std::vector<std::string> nearest_locations;
  std::size_t nearest = std::string::npos;
  bool is_key_of_other_types = false;
  for (const KeyLocation& location : locations) {
    if (location.keys.count(key) == 0) continue;
    if (location.path == here) {
      is_key_of_other_types = true;
      continue;
    }
    const std::size_t steps = distance(location.path, here);
    if (steps > nearest) continue;
    if (steps < nearest) nearest_locations.clear();
    nearest = steps;
    nearest_locations.push_back(location.description);
  }
  if (nearest_locations.empty() || nearest_locations.size() > most) return {};
  // A key that other types in this block have is hardly meant for a block farther away.
  if (is_key_of_other_types && nearest > 1) return {};
  return fmt::format("'{}' is a key of {}: check the indentation.", key, fmt::join(nearest_locations, ", or of "));
}

void registerKeyAdvice() {
  base::setKeyAdvice(keyAdvice);
}

}  // namespace tenon::simulation
