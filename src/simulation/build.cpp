#include "tenon/simulation/build.hpp"

#include <fmt/format.h>

#include "solverOf.hpp"
#include "tenon/base/Problems.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/base/suggest.hpp"
#include "tenon/mesh/checks.hpp"
#include "tenon/mesh/readMeshes.hpp"
#include "tenon/simulation/registries.hpp"

namespace tenon::simulation {
namespace {

using base::CaseNode;
using base::Problems;
using system::Body;

/// What a case says of one object, before its mesh is read.
struct ObjectBlock {
  std::string name;
  CaseNode node;
  mesh::MeshSource source;  // without a path where the case names none
};

std::vector<CaseNode> listOf(const CaseNode& node, const std::string& key) {
  return node.has(key) ? node[key].items() : std::vector<CaseNode>{};
}

void checkTopKeys(const CaseNode& root) {
  root.allowKeys({"title", "output", "objects", "conditions", "interactions", "constraints", "analysis", "system",
                  "rayleigh", "solver", "petsc"});
}

ObjectBlock readObjectBlock(const CaseFile& file, const std::string& name, const CaseNode& node, Problems& problems) {
  ObjectBlock object{name, node, {}};
  problems.attempt([&] {
    if (name.find('/') != std::string::npos || name.empty())
      node.fail("an object's name must not be empty or hold a '/'.");
    node.allowKeys({"mesh", "cells", "forces", "masses", "conditions"});
  });
  if (!node.isMap()) return object;
  problems.attempt([&] {
    if (node.has("cells")) base::readValue(node["cells"], object.source.cells);
    const CaseNode mesh = node["mesh"];
    object.source.path = file.resolve(mesh.text());
    object.source.where = fmt::format("{}: {}", mesh.where(), mesh.path());
  });
  return object;
}

std::vector<ObjectBlock> readObjectBlocks(const CaseFile& file, Problems& problems) {
  std::vector<ObjectBlock> objects;
  problems.attempt([&] {
    const CaseNode all = file.root["objects"];
    if (all.keys().empty()) all.fail("there is no object.");
    for (const auto& name : all.keys()) objects.push_back(readObjectBlock(file, name, all[name], problems));
  });
  return objects;
}

/// Runs `work` for every entry of a list of the case; each entry's problems are kept apart.
void forEachEntry(const CaseNode& node, const std::string& key, Problems& problems,
                  const std::function<void(const CaseNode&)>& work) {
  problems.attempt([&] {
    for (const CaseNode& entry : listOf(node, key)) problems.attempt([&] { inBlock(entry, [&] { work(entry); }); });
  });
}

template <class Product, class Registry>
void makeAll(const ObjectBlock& object, const std::string& key, const Registry& registry, const Body& body,
             std::vector<std::unique_ptr<Product>>& products, Problems& problems) {
  forEachEntry(object.node, key, problems,
               [&](const CaseNode& entry) { products.push_back(registry.make(entry, body.domain())); });
}

/// The bodies with nothing on them yet; none where a mesh is missing or wrong.
std::vector<std::unique_ptr<Body>> readBodies(const base::Communicator& comm, const std::vector<ObjectBlock>& objects,
                                              base::Phases& phases, Problems& problems) {
  std::vector<std::unique_ptr<Body>> bodies;
  std::vector<mesh::MeshSource> sources;
  for (const auto& object : objects)
    if (!object.source.path.empty()) sources.push_back(object.source);
  problems.attempt([&] {
    auto meshes = mesh::readMeshes(comm, sources, &phases);
    if (meshes.size() < objects.size()) return;
    for (std::size_t i = 0; i < objects.size(); ++i)
      bodies.push_back(std::make_unique<Body>(objects[i].name, std::move(meshes[i])));
  });
  return bodies;
}

void makeContributors(const ObjectBlock& object, Body& body, Problems& problems) {
  const Registries& all = registries();
  makeAll(object, "forces", all.forces, body, body.forces, problems);
  makeAll(object, "masses", all.masses, body, body.masses, problems);
  makeAll(object, "conditions", all.conditions, body, body.conditions, problems);
}

/// What can be found wrong with a case whose meshes cannot be read.
void checkEntries(const CaseNode& root, const std::vector<ObjectBlock>& objects, Problems& problems) {
  const Registries& all = registries();
  for (const auto& object : objects) {
    forEachEntry(object.node, "forces", problems, [&](const CaseNode& entry) { all.forces.check(entry); });
    forEachEntry(object.node, "masses", problems, [&](const CaseNode& entry) { all.masses.check(entry); });
    forEachEntry(object.node, "conditions", problems, [&](const CaseNode& entry) { all.conditions.check(entry); });
  }
  forEachEntry(root, "conditions", problems, [&](const CaseNode& entry) { all.joint_conditions.check(entry); });
  forEachEntry(root, "interactions", problems, [&](const CaseNode& entry) { all.interactions.check(entry); });
  forEachEntry(root, "constraints", problems, [&](const CaseNode& entry) { all.constraints.check(entry); });
}

fem::FindDomain domainFinder(const std::vector<std::unique_ptr<Body>>& bodies) {
  return [&bodies](const std::string& name) -> const fem::Domain& {
    std::vector<std::string> names;
    for (const auto& body : bodies) {
      if (body->name() == name) return body->domain();
      names.push_back(body->name());
    }
    throw base::InputError(fmt::format("There is no object '{}'{}", name, base::didYouMean(name, names)));
  };
}

std::vector<std::unique_ptr<force::ForceField>> makeInteractions(const CaseNode& root,
                                                                 const std::vector<std::unique_ptr<Body>>& bodies,
                                                                 Problems& problems) {
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  const auto find = domainFinder(bodies);
  forEachEntry(root, "interactions", problems,
               [&](const CaseNode& entry) { interactions.push_back(registries().interactions.make(entry, find)); });
  return interactions;
}

std::vector<std::unique_ptr<constraint::Condition>> makeJointConditions(
    const CaseNode& root, const std::vector<std::unique_ptr<Body>>& bodies, Problems& problems) {
  std::vector<std::unique_ptr<constraint::Condition>> conditions;
  const auto find = domainFinder(bodies);
  forEachEntry(root, "conditions", problems,
               [&](const CaseNode& entry) { conditions.push_back(registries().joint_conditions.make(entry, find)); });
  return conditions;
}

std::vector<std::unique_ptr<constraint::Constraint>> makeConstraints(const CaseNode& root,
                                                                     const std::vector<std::unique_ptr<Body>>& bodies,
                                                                     Problems& problems) {
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  const auto find = domainFinder(bodies);
  std::vector<std::string> names;
  forEachEntry(root, "constraints", problems, [&](const CaseNode& entry) {
    constraints.push_back(registries().constraints.make(entry, find));
    const std::string& name = constraints.back()->name();
    if (base::contains(names, name)) entry.fail(fmt::format("two constraints are named '{}'.", name));
    names.push_back(name);
  });
  return constraints;
}

system::Rayleigh readRayleigh(const CaseNode& root, Problems& problems) {
  system::Rayleigh rayleigh;
  problems.attempt([&] {
    if (!root.has("rayleigh")) return;
    base::Parameters<system::Rayleigh> table;
    system::Rayleigh::declare(table);
    rayleigh = table.read(root["rayleigh"], {});
  });
  return rayleigh;
}

/// The form of A that the case names, or the default.
std::unique_ptr<system::LinearSystem> makeSystem(const CaseNode& root, const system::MechanicalSystem& mechanics) {
  const CaseNode entry =
      root.has("system") ? root["system"] : CaseNode::parse(fmt::format("type: {}", system::default_system), "");
  std::unique_ptr<system::LinearSystem> made;
  inBlock(entry, [&] { made = registries().systems.make(entry, mechanics); });
  return made;
}

}  // namespace

Setup build(const base::Communicator& comm, const CaseFile& file, solver::SolverOptions& options,
            base::Phases& phases) {
  Problems problems;
  Setup setup;
  problems.attempt([&] { checkTopKeys(file.root); });
  setup.analysis = readAnalysis(file.root, problems);
  setup.solver = readSolver(file.root, options, problems);
  const system::Rayleigh rayleigh = readRayleigh(file.root, problems);
  problems.attempt([&] {
    if (file.root.has("system")) registries().systems.check(file.root["system"]);
  });
  const std::vector<ObjectBlock> objects = readObjectBlocks(file, problems);
  auto bodies = readBodies(comm, objects, phases, problems);
  const auto phase = phases.begin("set-up");
  if (bodies.empty()) checkEntries(file.root, objects, problems);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    problems.attempt([&] { inBlock(objects[i].node["mesh"], [&] { mesh::checkMesh(bodies[i]->mesh()); }); });
    makeContributors(objects[i], *bodies[i], problems);
  }
  std::vector<std::unique_ptr<force::ForceField>> interactions;
  std::vector<std::unique_ptr<constraint::Condition>> conditions;
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  if (!bodies.empty()) {
    interactions = makeInteractions(file.root, bodies, problems);
    constraints = makeConstraints(file.root, bodies, problems);
    conditions = makeJointConditions(file.root, bodies, problems);
  }
  base::collectively(comm, [&] { problems.throwIfAny(); });
  setup.system =
      std::make_unique<system::MechanicalSystem>(std::move(bodies), std::move(constraints), std::move(interactions),
                                                 std::vector<system::Follower>{}, std::move(conditions));
  setup.system->rayleigh = rayleigh;
  setup.statics = std::make_unique<solver::LinearStatics>(*setup.system, makeSystem(file.root, *setup.system));
  prepareSolver(file.root, *setup.system, setup.solver, options, *setup.statics);
  setup.statics->requireSupported();
  return setup;
}

}  // namespace tenon::simulation
