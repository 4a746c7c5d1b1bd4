// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Members of Objects that find objects, or transfer their ownership.
#include <fmt/format.h>

#include <algorithm>

#include "objects.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {

using base::CaseNode;
using system::Body;

bool Objects::follows(const std::string& object) const {
  return std::any_of(blocks_.begin(), blocks_.end(),
                     [&](const ObjectEntry& block) { return block.name == object && block.isMapped(); });
}

fem::FindDomain Objects::finder() const {
  std::vector<const Body*> bodies;
  for (const auto& body : bodies_)
    if (body) bodies.push_back(body.get());
  return [bodies = std::move(bodies)](const std::string& name) -> const fem::Domain& {
    std::vector<std::string> names;
    for (const Body* body : bodies) {
      if (body->name() == name) return body->domain();
      names.push_back(body->name());
    }
    throw base::InputError(fmt::format("There is no object '{}'{}", name, base::suggestionFor(name, names)));
  };
}

void Objects::collectSpaces(const CaseNode& node, std::set<int>& spaces) const {
  if (node.isScalar()) {
    for (const auto& body : bodies_)
      if (body && body->state().kind() != la::NodeKind::scalars && body->name() == node.scalar())
        spaces.insert(body->mesh().spaceDimension());
  } else if (node.isMap()) {
    for (const std::string& key : node.keys()) collectSpaces(node[key], spaces);
  } else if (node.isList()) {
    for (const CaseNode& item : node.items()) collectSpaces(item, spaces);
  }
}

CaseNode Objects::withObjectDimension(const CaseNode& entry) const {
  std::set<int> spaces;
  collectSpaces(entry, spaces);
  return entry.withSpaceDimension(spaces.size() == 1 ? *spaces.begin() : 0);
}

fem::FindDomain Objects::parentFinder() const {
  return [find = finder()](const std::string& name) -> const fem::Domain& {
    const fem::Domain& domain = find(name);
    if (domain.mesh.isAxisymmetric())
      throw base::InputError(
          fmt::format("'{}' is axisymmetric and cannot be the parent of a mapped object: use `derive`, or evaluate the "
                      "results in postprocessing.",
                      name));
    return domain;
  };
}

std::vector<std::unique_ptr<Body>> Objects::releaseIndependentBodies() {
  std::vector<std::unique_ptr<Body>> independent;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!blocks_[i].isMapped() || blocks_[i].has_own_unknowns) independent.push_back(std::move(bodies_[i]));
  return independent;
}

std::vector<system::MappedObject> Objects::releaseFollowers() {
  std::vector<system::MappedObject> mapped_objects;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!blocks_[i].isMapped()) continue;
    mapped_objects.push_back({std::move(mappings_[i]), {}, {}});
    if (!blocks_[i].has_own_unknowns) mapped_objects.back().body = std::move(bodies_[i]);
  }
  return mapped_objects;
}

}  // namespace tenon::simulation
