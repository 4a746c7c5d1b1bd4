// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Members of Objects that take what a host program adds to objects: meshes, forces and mappings.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "makeAddition.hpp"
#include "mesh/reading/memoryMesh.hpp"
#include "objects.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {

using base::ErrorCollector;
using system::Body;

namespace {

/// Returns the names of the meshes in memory of all ranks, in alphabetical order. @note Collective.
std::set<std::string> namesOnAllRanks(const base::Communicator& comm,
                                      const std::map<std::string, mesh::MeshData>& meshes) {
  std::vector<char> joined;
  for (const auto& entry : meshes) {
    joined.insert(joined.end(), entry.first.begin(), entry.first.end());
    joined.push_back('\0');
  }
  const std::vector<char> all = comm.gatherAll(joined);
  std::set<std::string> names;
  for (auto begin = all.begin(), end = begin; begin != all.end(); begin = end + 1) {
    end = std::find(begin, all.end(), '\0');
    names.emplace(begin, end);
  }
  return names;
}

}  // namespace

void Objects::takeAdditions() {
  std::vector<std::string> names;
  for (const ObjectEntry& block : blocks_) names.push_back(block.name);
  ErrorCollector wrong;
  const auto requireKnown = [&](const std::string& name, const char* what) {
    if (!base::contains(names, name))
      wrong.add(fmt::format("The host program adds a {} to the object '{}', which does not exist{}", what, name,
                            base::suggestionFor(name, names)));
  };
  for (const auto& entry : additions_.forces) requireKnown(entry.first, "force");
  for (const auto& [name, make] : additions_.mappings) {
    requireKnown(name, "mapping");
    for (ObjectEntry& block : blocks_) {
      if (block.name != name) continue;
      if (block.node.isMap() && block.node.has("mapping"))
        wrong.attempt([&] {
          block.node["mapping"].fail(
              "the case and the host program both specify a mapping of this object: remove one of them.");
        });
      block.added_mapping = &make;
    }
  }
  wrong.throwIfAny();
}

void Objects::gatherMeshes(const base::Communicator& comm) {
  if (!comm.any(!additions_.meshes.empty())) return;
  std::set<std::string> unused = namesOnAllRanks(comm, additions_.meshes);
  const std::set<std::string> names = unused;
  for (ObjectEntry& block : blocks_) {
    if (!block.node.isMap() || !block.node.has("mesh") || block.source.path.empty()) continue;
    const std::string name = block.node["mesh"].text();
    if (names.count(name) == 0) continue;
    unused.erase(name);
    const auto part = additions_.meshes.find(name);
    const mesh::MeshData none;
    const auto whole = std::make_shared<mesh::RawMesh>();
    std::string problem;  // Reported by readMeshes() together with those of other meshes.
    try {
      *whole = mesh::gatherMesh(comm, part == additions_.meshes.end() ? none : part->second, name);
    } catch (const base::InputError& error) {
      problem = error.what();
    }
    block.source.make = [whole, problem, cells = block.source.cells] {
      if (!problem.empty()) throw base::InputError(problem);
      return cells.empty() ? std::move(*whole) : mesh::restrictToGroups(*whole, cells);
    };
  }
  if (unused.empty()) return;
  const std::vector<std::string> list(unused.begin(), unused.end());
  throw base::InputError(fmt::format(
      "No object uses the mesh{} in memory {}: each mesh in memory must be named by the key `mesh` of an object.",
      list.size() == 1 ? "" : "es", base::joinNames(list)));
}

void Objects::addForces(const base::Communicator& comm, Body& body, ErrorCollector& problems) const {
  const auto added = additions_.forces.find(body.name());
  if (added == additions_.forces.end()) return;
  for (const auto& make : added->second)
    problems.attempt([&] { body.forces.push_back(makeAddition(comm, [&] { return make(body.domain()); })); });
}

}  // namespace tenon::simulation
