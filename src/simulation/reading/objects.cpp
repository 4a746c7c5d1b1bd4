#include "objects.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "entries.hpp"
#include "groups.hpp"
#include "initialMotion.hpp"
#include "links.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/mesh/checks.hpp"
#include "tenon/simulation/registries.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::Problems;
using system::Body;

/// InputError where an entry does not act on rigid bodies, but the object has them.
template <class Registry>
void requireKind(const CaseNode& entry, const Registry& registry, const Body& body) {
  if (body.state().kind() == la::Kind::frames && !registry.actsOnFrames(entry))
    entry.fail(fmt::format("'{}' acts on points of meshes, not on rigid bodies.", entry["type"].text()));
}

template <class Product, class Registry>
void makeAll(const CaseNode& object, const std::string& key, const Registry& registry, const Body& body,
             std::vector<std::unique_ptr<Product>>& products, Problems& problems) {
  forEachEntry(object, key, problems, [&](const CaseNode& entry) {
    requireKind(entry, registry, body);
    products.push_back(registry.make(entry, body.domain()));
  });
}

}  // namespace

Objects::Objects(const base::Communicator& comm, const CaseFile& file, base::Phases& phases, Problems& problems) {
  problems.attempt([&] {
    const CaseNode all = file.root["objects"];
    if (all.keys().empty()) all.fail("there is no object.");
    for (const auto& name : all.keys()) blocks_.push_back(readBlock(file, name, all[name], problems));
  });
  problems.attempt([&] { readMeshes(comm, file.root, phases, problems); });
  mappings_.resize(blocks_.size());
}

Objects::Block Objects::readBlock(const CaseFile& file, const std::string& name, const CaseNode& node,
                                  Problems& problems) {
  Block object{name, node, {}, {}, {}, {}};
  problems.attempt([&] {
    if (name.find('/') != std::string::npos || name.empty())
      node.fail("an object's name must not be empty or hold a '/'.");
    node.allowKeys({"mesh", "bodies", "particles", "cells", "space", "groups", "mapping", "initial", "forces", "masses",
                    "conditions"});
  });
  if (!node.isMap()) return object;
  problems.attempt([&] {
    if (!node.has("space")) return;
    object.space = node["space"].integer();
    if (*object.space != 2 && *object.space != 3) node["space"].fail("the dimension of space is 2 or 3.");
  });
  problems.attempt([&] {
    if (!node.has("groups")) return;
    for (const std::string& group : node["groups"].keys())
      problems.attempt([&] { object.groups.push_back(readGroup(group, node["groups"][group])); });
  });
  problems.attempt([&] {
    if (!BodyTable::isIn(node)) return;
    object.table = std::make_shared<BodyTable>(file, node, name, object.space.value_or(3));
    object.source.make = [table = object.table] { return table->rawMesh(); };
  });
  problems.attempt([&] {
    if (BodyTable::isIn(node)) return;
    if (node.has("cells")) base::readValue(node["cells"], object.source.cells);
    const CaseNode mesh = node["mesh"];
    object.source.path = file.resolve(mesh.text());
    object.source.where = fmt::format("{}: {}", mesh.where(), mesh.path());
  });
  return object;
}

void Objects::defineGroups(const Block& block, mesh::Mesh& mesh, Problems& problems) {
  mesh::GroupMaker maker(mesh);
  for (const mesh::GroupDefinition& group : block.groups)
    problems.attempt([&] { inBlock(block.node["groups"][group.name], [&] { maker.make(group); }); });
}

void Objects::readMeshes(const base::Communicator& comm, const CaseNode& root, base::Phases& phases,
                         Problems& problems) {
  std::vector<mesh::MeshSource> sources;
  std::vector<std::string> names;
  for (const auto& block : blocks_) {
    if (block.source.path.empty() && !block.table) continue;
    sources.push_back(block.source);
    names.push_back(block.name);
  }
  auto meshes = mesh::readMeshes(comm, sources, &phases, linksOf(root, names));
  if (meshes.size() < blocks_.size()) return;
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const Block& block = blocks_[i];
    defineGroups(block, meshes[i], problems);
    if (block.space)
      problems.attempt([&] { inBlock(block.node["space"], [&] { meshes[i].setSpaceDimension(*block.space); }); });
    bodies_.push_back(block.table ? block.table->makeBody(std::move(meshes[i]))
                                  : std::make_unique<Body>(block.name, std::move(meshes[i])));
  }
}

void Objects::checkEntries(Problems& problems) const {
  const Registries& all = registries();
  for (const Block& block : blocks_) {
    const CaseNode& node = block.node;
    forEachEntry(node, "forces", problems, [&](const CaseNode& entry) { all.forces.check(entry); });
    forEachEntry(node, "masses", problems, [&](const CaseNode& entry) { all.masses.check(entry); });
    forEachEntry(node, "conditions", problems, [&](const CaseNode& entry) { all.conditions.check(entry); });
    if (block.isMapped()) problems.attempt([&] { all.mappings.check(node["mapping"]); });
  }
}

void Objects::makeContributors(Problems& problems) {
  const Registries& all = registries();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const CaseNode& node = blocks_[i].node;
    Body& body = *bodies_[i];
    if (!blocks_[i].table) problems.attempt([&] { inBlock(node["mesh"], [&] { mesh::checkMesh(body.mesh()); }); });
    makeAll(node, "forces", all.forces, body, body.forces, problems);
    makeAll(node, "masses", all.masses, body, body.masses, problems);
    makeAll(node, "conditions", all.conditions, body, body.conditions, problems);
    if (blocks_[i].isMapped()) makeMapping(i, problems);
    if (node.has("initial")) problems.attempt([&] { giveInitialMotion(node, body); });
  }
}

void Objects::giveInitialMotion(const CaseNode& object, Body& body) {
  if (object.has("mapping")) object["initial"].fail("a mapped object moves as what it follows does.");
  base::Parameters<InitialMotion> table;
  InitialMotion::declare(table);
  table.read(object["initial"], {}).giveTo(body);
}

void Objects::makeMapping(std::size_t i, Problems& problems) {
  const CaseNode& object = blocks_[i].node;
  const CaseNode entry = object["mapping"];
  problems.attempt([&] {
    inBlock(entry, [&] { mappings_[i] = registries().mappings.make(entry, bodies_[i]->domain(), finder()); });
  });
}

fem::FindDomain Objects::finder() const {
  return [this](const std::string& name) -> const fem::Domain& {
    std::vector<std::string> names;
    for (const auto& body : bodies_) {
      if (body->name() == name) return body->domain();
      names.push_back(body->name());
    }
    throw base::InputError(fmt::format("There is no object '{}'{}", name, base::didYouMean(name, names)));
  };
}

std::vector<std::unique_ptr<Body>> Objects::takeIndependent() {
  std::vector<std::unique_ptr<Body>> independent;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!blocks_[i].isMapped()) independent.push_back(std::move(bodies_[i]));
  return independent;
}

std::vector<system::Follower> Objects::takeFollowers() {
  std::vector<system::Follower> followers;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (blocks_[i].isMapped()) followers.push_back({std::move(mappings_[i]), std::move(bodies_[i]), {}});
  return followers;
}

}  // namespace tenon::simulation
