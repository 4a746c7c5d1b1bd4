// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "objects.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "InitialVelocity.hpp"
#include "analysis/Analysis.hpp"
#include "base/text.hpp"
#include "constraint/dirichlet/AxisCondition.hpp"
#include "constraint/linear/EqualDisplacements.hpp"
#include "entries.hpp"
#include "groups.hpp"
#include "links.hpp"
#include "makeAddition.hpp"
#include "mesh/checks/checks.hpp"
#include "placement.hpp"
#include "simulation/reading/keys/keyLocations.hpp"
#include "simulation/reading/keys/thickness.hpp"
#include "system/forms/registry.hpp"
#include "system/measuredBody.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/simulation/reading/registries.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::ErrorCollector;
using system::Body;

/// Checks that an entry suits the nodes of an object.
/// @throws InputError if the object has rigid bodies or scalars, on which the entry does not act
template <class Registry>
void requireKind(const CaseNode& entry, const Registry& registry, const Body& body) {
  if (body.state().kind() == la::NodeKind::scalars && !registry.actsOnScalars(entry))
    entry.fail(fmt::format("'{}' acts only on points, but '{}' has scalar nodes.", entry["type"].text(), body.name()));
  if (body.state().kind() == la::NodeKind::frames && !registry.actsOnFrames(entry))
    entry.fail(fmt::format(
        "'{}' acts only on points, but the nodes of this object have rotational degrees of freedom: use an object of "
        "points that is attached to this object by the mapping `rigid` (rigid bodies) or `identity` (beams).",
        entry["type"].text()));
  if (body.mesh().isAxisymmetric() && !registry.actsOnAxisymmetric(entry))
    entry.fail(fmt::format("'{}' does not support axisymmetric objects, but '{}' is axisymmetric.",
                           entry["type"].text(), body.name()));
}

/// Creates the contributors of a list of entries.
/// @param record  called as record(entry, make) for each entry, where make(other) creates the
///   contributor again from another entry
template <class Product, class Registry, class Record>
void makeAll(const CaseNode& object, const std::string& key, const Registry& registry, const Body& body,
             std::vector<std::unique_ptr<Product>>& products, ErrorCollector& problems, Record&& record) {
  forEachEntry(object, key, problems, [&](const CaseNode& entry) {
    requireKind(entry, registry, body);
    products.push_back(registry.make(entry, body.domain()));
    record(entry, [&registry, &body, space = entry.spaceDimension()](const CaseNode& other) {
      return registry.make(other.withSpaceDimension(space), body.domain());
    });
  });
}

/// Longest row of J through which a stiffness is mapped; it couples all its nodes with each other.
constexpr std::size_t longest_row = 300;

/// Returns true if J has a row with more nodes. @note Collective.
bool hasLongRows(const base::Communicator& comm, const mapping::Mapping& mapping) {
  mapping::Jacobian J;
  mapping.addJacobian(J);
  std::vector<std::size_t> counts(static_cast<std::size_t>(mapping.child().layout().numOwned()), 0);
  for (const auto& entry : J.entries()) ++counts[static_cast<std::size_t>(entry.child_node)];
  return comm.any(std::any_of(counts.begin(), counts.end(), [](std::size_t count) { return count > longest_row; }));
}

/// Reports an unknown type of mapping.
/// @throws InputError with all types that may be meant, whether the object has a mesh or not
[[noreturn]] void failOfMapping(const CaseNode& type) {
  std::vector<std::string> names = registries().mappings.names();
  for (const std::string& name : registries().measurements.names()) names.push_back(name);
  type.fail(fmt::format("there is no mapping '{}'{}", type.scalar(), base::suggestionFor(type.scalar(), names)));
}

/// Checks the name of an object.
/// @throws InputError if the name is a key that belongs to another level of the case
void requireObject(const std::string& name, const CaseNode& node) {
  const bool is_of_objects = base::contains(objectKeys(), name), is_of_case = base::contains(topKeys(), name);
  const bool has_nodes = node.isMap() && (node.has("mesh") || node.has("bodies") || node.has("particles") ||
                                          node.has("derive") || node.has("mapping"));
  if (has_nodes || !(is_of_objects || is_of_case)) return;
  node.fail(
      is_of_objects
          ? fmt::format("'{}' is a key of an object, but `objects` must contain the names of objects, each of which "
                        "contains such keys, as in `objects: {{part: {{{}: ...}}}}`: check the indentation.",
                        name, name)
          : fmt::format("'{}' is a key of the top level of the case, not of `objects`: check the indentation.", name));
}

/// Returns true if the key `nodes` of an object with a mesh gives its nodes rotations.
bool hasRotations(const CaseNode& object) {
  const CaseNode nodes = object["nodes"];
  if (BodyTable::isIn(object)) nodes.fail("`nodes` is available only for objects with a `mesh`.");
  if (nodes.text() != "points" && nodes.text() != "frames")
    nodes.fail("`nodes` must be 'points', or 'frames' if the nodes have rotational degrees of freedom.");
  return nodes.text() == "frames";
}

}  // namespace

Objects::Objects(const base::Communicator& comm, const CaseFile& file, base::Phases& phases, ErrorCollector& problems,
                 const Additions& additions)
    : root_(file.root), additions_(additions) {
  problems.attempt([&] {
    const CaseNode all = file.root["objects"];
    if (all.keys().empty()) all.fail("`objects` is empty, but at least one object is required.");
    for (const auto& name : all.keys()) blocks_.push_back(readBlock(file, name, all[name], problems));
  });
  has_interactions_ = file.root.has("interactions") || !additions.interactions.empty();
  problems.attempt([&] { takeAdditions(); });
  problems.attempt([&] { gatherMeshes(comm); });
  problems.attempt([&] { readMeshes(comm, file.root, phases, problems); });
  mappings_.resize(blocks_.size());
}

Objects::ObjectEntry Objects::readBlock(const CaseFile& file, const std::string& name, const CaseNode& node,
                                        ErrorCollector& problems) const {
  ObjectEntry object{name, node};
  problems.attempt([&] {
    if (name.find('/') != std::string::npos || !base::isDatasetName(name))
      node.fail("the name of an object must not be empty, '.' or '..' and must not contain a '/'.");
    requireObject(name, node);
    node.requireKnownKeys(objectKeys());
  });
  if (!node.isMap()) return object;
  readDescription(object, problems);
  if (object.hasUnknownMapping()) {
    problems.attempt([&] { failOfMapping(node["mapping"]["type"]); });
    return object;
  }
  if (!node.has("derive")) problems.attempt([&] { readMeshSource(file, object); });
  return object;
}

void Objects::readDescription(ObjectEntry& object, ErrorCollector& problems) {
  const CaseNode& node = object.node;
  const auto read = [&](const char* key, const auto& work) {
    problems.attempt([&] {
      if (node.has(key)) work(node[key]);
    });
  };
  read("space", [&](const CaseNode& space) {
    object.space = space.integer();
    if (*object.space != 2 && *object.space != 3) space.fail("the dimension of space must be 2 or 3.");
  });
  read("axisymmetric", [&](const CaseNode& axisymmetric) {
    object.is_axisymmetric = axisymmetric.boolean();
    if (object.is_axisymmetric && (!node.has("mesh") || node.has("nodes")))
      axisymmetric.fail("an axisymmetric object needs a `mesh` whose nodes are points.");
  });
  read("nodes", [&](const CaseNode&) { object.has_frames = hasRotations(node); });
  read("place", [&](const CaseNode&) {
    object.source.space = object.space.value_or(0);
    object.source.placement = placementOf(node.withSpaceDimension(object.source.space), object.is_axisymmetric);
    object.is_placed = true;
  });
  read("groups", [&](const CaseNode& groups) {
    for (const std::string& group : groups.keys())
      problems.attempt([&] { object.groups.push_back(readGroup(group, groups[group])); });
  });
  read("derive", [&](const CaseNode&) { object.derived = DerivedObject::read(node); });
}

void Objects::readMeshSource(const CaseFile& file, ObjectEntry& object) const {
  const CaseNode& node = object.node;
  if (BodyTable::isIn(node)) {
    const int space = object.space.value_or(3);
    object.table = std::make_shared<BodyTable>(file, node.withSpaceDimension(space), object.name, space,
                                               isMappedByHost(object.name) || node.has("mapping"));
    object.source.make = [table = object.table] { return table->rawMesh(); };
  } else if (!object.isMeasured()) {
    if (node.has("cells")) base::readValue(node["cells"], object.source.cells);
    const CaseNode mesh = node["mesh"];
    object.source.path = file.resolve(mesh.text());
    object.source.where = mesh.place();
  }
}

std::unique_ptr<Body> Objects::makeBody(const ObjectEntry& block, mesh::Mesh mesh, ErrorCollector& problems) {
  const int space = block.space.value_or(mesh.spaceDimension());
  mesh::GroupBuilder builder(mesh);
  for (const mesh::GroupDefinition& group : block.groups)
    problems.attempt([&] {
      const CaseNode node = block.node["groups"][group.name].withSpaceDimension(space);
      // The group is read again, because the number of components of vectors is known now.
      readGroup(group.name, node);
      withErrorLocation(node, [&] { builder.build(group); });
    });
  if (block.space)
    problems.attempt([&] { withErrorLocation(block.node["space"], [&] { mesh.setSpaceDimension(*block.space); }); });
  if (block.is_axisymmetric)
    problems.attempt([&] { withErrorLocation(block.node["axisymmetric"], [&] { mesh.makeAxisymmetric(); }); });
  problems.attempt([&] { setThickness(root_, block.name, block.node, mesh); });
  // The placement is read again, because the number of components of vectors is known now.
  if (block.is_placed)
    problems.attempt([&] { placementOf(block.node.withSpaceDimension(space), block.is_axisymmetric); });
  problems.attempt([&] {
    for (ShapeMode& mode : moveNodes(root_, block.name, mesh)) shapes_.push_back(std::move(mode));
  });
  if (block.table) return block.table->makeBody(std::move(mesh));
  if (!block.has_frames) return std::make_unique<Body>(block.name, std::move(mesh));
  const std::vector<base::Vec3> rotations(static_cast<std::size_t>(mesh.layout().numLocal()), base::Vec3::Zero());
  return std::make_unique<Body>(block.name, std::move(mesh), la::NodeKind::frames, nullptr, rotations);
}

void Objects::readMeshes(const base::Communicator& comm, const CaseNode& root, base::Phases& phases,
                         ErrorCollector& problems) {
  std::vector<mesh::MeshSource> sources;
  std::vector<std::string> names;
  bool are_all_known = true;
  for (const auto& block : blocks_) {
    if (block.source.path.empty() && !block.table) {
      are_all_known = are_all_known && !block.hasUnknownMapping() && (block.derived || block.isMeasured());
      continue;
    }
    sources.push_back(block.source);
    names.push_back(block.name);
  }
  auto meshes = mesh::readMeshes(comm, sources, &phases, linksOf(root, names));
  if (!are_all_known) return;
  std::vector<std::unique_ptr<Body>> bodies(blocks_.size());
  for (std::size_t i = 0, next = 0; i < blocks_.size(); ++i)
    if (!blocks_[i].derived && !blocks_[i].isMeasured())
      bodies[i] = makeBody(blocks_[i], std::move(meshes[next++]), problems);
  bodies_ = std::move(bodies);
  try {
    deriveBodies(problems);
  } catch (...) {
    bodies_.clear();
    throw;
  }
}

void Objects::deriveBodies(ErrorCollector& problems) {
  std::vector<std::string> names, sources;
  for (const ObjectEntry& block : blocks_) {
    names.push_back(block.name);
    sources.push_back(block.derived ? block.derived->from : "");
  }
  const auto first =
      std::find_if(blocks_.begin(), blocks_.end(), [](const ObjectEntry& block) { return !!block.derived; });
  if (first == blocks_.end()) return;
  std::vector<std::size_t> order;
  withErrorLocation(first->node["derive"], [&] { order = orderOfDerivation(names, sources); });
  derived_weights_.resize(blocks_.size());
  for (const std::size_t i : order)
    if (blocks_[i].derived) derive(i, problems);
}

void Objects::derive(std::size_t i, ErrorCollector& problems) {
  const ObjectEntry& block = blocks_[i];
  const auto source = std::find_if(blocks_.begin(), blocks_.end(),
                                   [&](const ObjectEntry& other) { return other.name == block.derived->from; });
  const auto& from = bodies_[static_cast<std::size_t>(source - blocks_.begin())];
  if (!from)
    block.node["derive"]["from"].fail(
        fmt::format("'{}' consists of quantities measured on other objects, but `derive` needs a mesh.", source->name));
  withErrorLocation(block.node["derive"], [&] {
    mesh::DerivedMesh derived = mesh::derive(from->mesh(), block.derived->how());
    derived_weights_[i] = weightsOf(derived);
    bodies_[i] = makeBody(block, std::move(derived.mesh), problems);
  });
}

void Objects::checkEntries(ErrorCollector& problems) const {
  const Registries& all = registries();
  for (const ObjectEntry& block : blocks_) {
    const CaseNode node = block.node.withSpaceDimension(block.space.value_or(0));
    forEachEntry(node, "forces", problems, [&](const CaseNode& entry) { all.forces.check(entry); });
    forEachEntry(node, "masses", problems, [&](const CaseNode& entry) { all.masses.check(entry); });
    forEachEntry(node, "conditions", problems, [&](const CaseNode& entry) { all.conditions.check(entry); });
    forEachEntry(node, "shapes", problems, [&](const CaseNode& entry) { all.shapes.check(entry); });
    if (node.isMap() && node.has("mapping") && !block.hasUnknownMapping())
      problems.attempt(
          [&] { block.isMeasured() ? all.measurements.check(node["mapping"]) : all.mappings.check(node["mapping"]); });
  }
}

void Objects::makeContributors(const base::Communicator& comm, bool needs_stiffness, ErrorCollector& problems) {
  const Registries& all = registries();
  measure(comm, needs_stiffness, problems);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i]) continue;
    Body& body = *bodies_[i];
    const CaseNode node = blocks_[i].node.withSpaceDimension(body.mesh().spaceDimension());
    if (!blocks_[i].table && !blocks_[i].isMeasured())
      problems.attempt([&] { withErrorLocation(blocks_[i].meshNode(), [&] { mesh::checkMesh(body.mesh()); }); });
    makeAll(node, "forces", all.forces, body, body.forces, problems, [&](const CaseNode& entry, auto make) {
      makers_.push_back(
          {entry.path(), [make](const CaseNode& other, auto& made) { made.forces.push_back(make(other)); }});
    });
    addForces(comm, body, problems);
    makeAll(node, "masses", all.masses, body, body.masses, problems, [&](const CaseNode& entry, auto make) {
      makers_.push_back(
          {entry.path(), [make](const CaseNode& other, auto& made) { made.masses.push_back(make(other)); }});
    });
    makeAll(node, "conditions", all.conditions, body, body.conditions, problems,
            [&, is_mapped = blocks_[i].isMapped()](const CaseNode& entry, auto make) {
              if (is_mapped) return;  // these conditions are rows of a constraint
              makers_.push_back({entry.path(), [make](const CaseNode& other, auto& made) {
                                   made.conditions.push_back(make(other));
                                 }});
            });
    if (body.mesh().isAxisymmetric() && !blocks_[i].isMapped())
      body.conditions.push_back(std::make_unique<constraint::AxisCondition>(body.domain()));
    forEachEntry(node, "shapes", problems,
                 [&](const CaseNode& entry) { body.shapes.push_back(all.shapes.make(entry, body.domain())); });
    if (blocks_[i].isMapped() && !blocks_[i].isMeasured()) makeMapping(comm, i, problems);
    if (node.has("initial")) problems.attempt([&] { applyInitialVelocity(blocks_[i], body); });
  }
}

bool Objects::ObjectEntry::hasUnknownMapping() const {
  if (!node.isMap() || !node.has("mapping") || !node["mapping"].isMap() || !node["mapping"].has("type")) return false;
  const CaseNode type = node["mapping"]["type"];
  return type.isScalar() && !registries().measurements.has(type.scalar()) && !registries().mappings.has(type.scalar());
}

bool Objects::ObjectEntry::isMeasured() const {
  if (!node.isMap() || !node.has("mapping") || table || node.has("mesh") || node.has("derive")) return false;
  const CaseNode mapping = node["mapping"];
  return mapping.isMap() && mapping.has("type") && mapping["type"].isScalar() &&
         registries().measurements.has(mapping["type"].text());
}

// Creates measurements. A measurement may be measured in turn; those whose parents all exist are
// created first.
void Objects::measure(const base::Communicator& comm, bool needs_stiffness, ErrorCollector& problems) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (blocks_[i].isMeasured()) left.push_back(i);
  const auto isUnmade = [&](const std::string& name) {
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      if (!bodies_[i] && blocks_[i].name == name) return true;
    return false;
  };
  while (!left.empty()) {
    const auto next = std::find_if(left.begin(), left.end(), [&](std::size_t i) {
      const std::vector<std::string> names = referencedObjects(blocks_[i]);
      return std::none_of(names.begin(), names.end(), isUnmade);
    });
    if (next == left.end()) {
      problems.attempt([&] {
        blocks_[left.front()].node["mapping"].fail(
            "objects measure one another in a cycle: remove one of these mappings.");
      });
      return;
    }
    const std::size_t i = *next;
    left.erase(next);
    const CaseNode entry = withObjectDimension(blocks_[i].node["mapping"]);
    problems.attempt([&] {
      withErrorLocation(entry, [&] {
        auto measurement = registries().measurements.make(entry, parentFinder());
        bodies_[i] = system::measuredBody(blocks_[i].name, comm, *measurement);
        if (needs_stiffness && isLoaded(blocks_[i]) && hasLongRows(comm, *measurement)) unfold(i, comm, *measurement);
        mappings_[i] = std::move(measurement);
      });
    });
    if (!bodies_[i]) return;  // Measurements of this object would only repeat the error.
  }
}

// Creates the separate degrees of freedom. [1, -J] is a dense row of G, which solvers accept,
// whereas J^T K J would be dense.
void Objects::unfold(std::size_t i, const base::Communicator& comm, mapping::Measurement& measurement) {
  measurement.createChild(blocks_[i].name + ", measured", comm);
  ties_.push_back(
      std::make_unique<constraint::EqualDisplacements>(measurement.name(), bodies_[i]->state(), measurement.child()));
  blocks_[i].has_own_unknowns = true;
}

bool Objects::isLoaded(const ObjectEntry& block) const {
  return has_interactions_ || additions_.forces.count(block.name) != 0 || block.node.has("forces") ||
         block.node.has("masses") || std::any_of(blocks_.begin(), blocks_.end(), [&](const ObjectEntry& other) {
           return other.isMapped() && base::contains(referencedObjects(other), block.name);
         });
}

std::vector<std::string> Objects::referencedObjects(const ObjectEntry& block) {
  std::vector<std::string> names;
  if (!block.node.isMap() || !block.node.has("mapping") || !block.node["mapping"].isMap()) return names;
  for (const char* key : {"parent", "frame"}) {
    if (!block.node["mapping"].has(key)) continue;
    const CaseNode named = block.node["mapping"][key];
    if (named.isScalar()) names.push_back(named.text());
    if (named.isList())
      for (const CaseNode& item : named.items())
        if (item.isScalar()) names.push_back(item.text());
  }
  return names;
}

void Objects::applyInitialVelocity(const ObjectEntry& block, Body& body) {
  const CaseNode object = block.node.withSpaceDimension(body.mesh().spaceDimension());
  if (block.isMapped())
    object["initial"].fail("`initial` is not available for mapped objects: specify it for the parents.");
  base::Parameters<InitialVelocity> table;
  InitialVelocity::declare(table);
  table.read(object["initial"], {}).applyTo(body);
}

void Objects::makeMapping(const base::Communicator& comm, std::size_t i, ErrorCollector& problems) {
  const ObjectEntry& block = blocks_[i];
  if (block.added_mapping != nullptr) {
    problems.attempt([&] {
      mappings_[i] = makeAddition(comm, [&] { return (*block.added_mapping)(bodies_[i]->domain(), parentFinder()); });
    });
    return;
  }
  if (block.followsSource()) {
    problems.attempt([&] {
      withErrorLocation(block.node["derive"], [&] {
        mappings_[i] = std::make_unique<mapping::NodalWeights>(
            fmt::format("{} derived from {}", block.name, block.derived->from), bodies_[i]->state(),
            std::vector<la::State*>{&finder()(block.derived->from).state}, derived_weights_[i]);
      });
    });
    return;
  }
  const CaseNode entry = block.node["mapping"].withSpaceDimension(bodies_[i]->mesh().spaceDimension());
  problems.attempt([&] {
    if (entry.isMap() && entry.has("type") && registries().measurements.has(entry["type"].text()))
      entry.fail(fmt::format("the nodes of the object are the quantities that '{}' measures: remove mesh or bodies.",
                             entry["type"].text()));
    if (bodies_[i]->mesh().isAxisymmetric())
      entry.fail("an axisymmetric object cannot have a `mapping`: remove this key, or use `derive`.");
    withErrorLocation(entry,
                      [&] { mappings_[i] = registries().mappings.make(entry, bodies_[i]->domain(), parentFinder()); });
  });
}

}  // namespace tenon::simulation
