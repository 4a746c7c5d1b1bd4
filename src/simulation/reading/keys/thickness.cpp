// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "thickness.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include "simulation/reading/entries.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;

/// Entries of an object that may contain a thickness.
struct ThicknessKeys {
  std::vector<CaseNode> given;    ///< values of entries with a thickness
  std::vector<CaseNode> without;  ///< entries whose type has a thickness, but which contain none

  template <class Registry>
  void add(const CaseNode& entry, const Registry& registry) {
    if (!entry.isMap()) return;
    if (entry.has("thickness")) return given.push_back(entry["thickness"]);
    if (!entry.has("type") || !entry["type"].isScalar()) return;
    for (const base::TypeInfo& type : registry.types())
      if (type.name == registry.standardName(entry["type"].text()))
        for (const base::ParameterInfo& parameter : type.parameters)
          if (parameter.name == "thickness") without.push_back(entry);
  }
};

template <class Visit>
void forEachIn(const CaseNode& node, const char* key, Visit&& visit) {
  if (!node.isMap() || !node.has(key) || !node[key].isList()) return;
  for (const CaseNode& entry : node[key].items()) visit(entry);
}

ThicknessKeys findThicknessKeys(const CaseNode& root, const std::string& name, const CaseNode& object) {
  ThicknessKeys keys;
  if (object.has("thickness")) keys.given.push_back(object["thickness"]);
  forEachIn(object, "forces", [&](const CaseNode& entry) { keys.add(entry, registries().forces); });
  forEachIn(object, "masses", [&](const CaseNode& entry) { keys.add(entry, registries().masses); });
  forEachIn(root, "constraints", [&](const CaseNode& entry) {
    if (entry.isMap() && entry.has("object") && entry["object"].isScalar() && entry["object"].text() == name)
      keys.add(entry, registries().constraints);
  });
  return keys;
}

void requireOne(const std::vector<CaseNode>& given) {
  constexpr double round_off = 1e-12;
  const double first = given.front().number();
  for (const CaseNode& other : given)
    if (std::abs(other.number() - first) > round_off * std::abs(first))
      other.fail(fmt::format(
          "this thickness is {}, but {} ({}) is {}. An object has a single thickness: specify it only as the key "
          "`thickness` of the object. For parts of different thickness, use separate objects that are joined by "
          "a `tie`.",
          other.number(), given.front().path(), given.front().location(), first));
}

}  // namespace

void setThickness(const CaseNode& root, const std::string& name, const CaseNode& object, mesh::Mesh& mesh) {
  const bool is_plane = mesh.spaceDimension() == 2 && !mesh.isAxisymmetric();
  if (!is_plane) {
    if (object.has("thickness"))
      object["thickness"].fail(fmt::format("only plane objects have a thickness, but '{}' {}.", name,
                                           mesh.isAxisymmetric()
                                               ? "is axisymmetric"
                                               : "is three-dimensional: specify the thickness of surfaces as a "
                                                 "parameter of `membrane`, `gravity` and the mass"));
    return;
  }
  const ThicknessKeys keys = findThicknessKeys(root, name, object);
  if (keys.given.empty()) return;
  requireOne(keys.given);
  const CaseNode& value = keys.given.front();
  withErrorLocation(value, [&] { mesh.setThickness(value.number()); });
  if (!object.has("thickness") && !keys.without.empty() && mesh.thickness() != 1.0)
    base::log().warn(
        "{}: this thickness applies to the whole object, including {} ({}), for which no thickness is specified: "
        "specify it as a key of the object, `thickness: {}`.",
        value.place(), keys.without.front().path(), keys.without.front().location(), mesh.thickness());
}

}  // namespace tenon::simulation
