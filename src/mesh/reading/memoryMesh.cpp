// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "memoryMesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "MemoryMeshBuilder.hpp"
#include "NamedCellType.hpp"
#include "base/quote.hpp"
#include "mesh/checks/checks.hpp"
#include "mesh/distribution/distribute.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/base/suggest.hpp"
#include "writeGmsh.hpp"

namespace tenon::mesh {
namespace {

using base::InputError;

/// Numbers of cells of each type, or of another quantity of each type.
using CountByType = std::array<std::int64_t, num_cell_types>;

std::size_t indexOf(CellType type) {
  return static_cast<std::size_t>(type);
}

NamedCellType requireCellType(const std::string& name) {
  const auto found = findCellType(name);
  if (found) return *found;
  std::vector<std::string> names;
  for (int t = 0; t < num_cell_types; ++t) names.emplace_back(info(static_cast<CellType>(t)).name);
  const std::string near = base::nearestName(name, names);
  throw InputError(fmt::format("there is no cell type {}{} The supported types are: {}.", base::quote(name),
                               near.empty() ? "." : fmt::format("; did you mean '{}'?", near), base::joinNames(names)));
}

void requireNodes(const std::vector<std::int64_t>& nodes, std::size_t per_cell, std::int64_t num_nodes,
                  const std::string& cells) {
  if (nodes.size() % per_cell != 0)
    throw InputError(fmt::format("the number of node indices of {} is {}, but must be a multiple of {}.", cells,
                                 nodes.size(), per_cell));
  const auto bad =
      std::find_if(nodes.begin(), nodes.end(), [&](std::int64_t node) { return node < 0 || node >= num_nodes; });
  if (bad != nodes.end())
    throw InputError(fmt::format("{}: entry {} refers to node {}, but the nodes are numbered from 0 to {}.", cells,
                                 static_cast<std::size_t>(bad - nodes.begin()) / per_cell, *bad, num_nodes - 1));
}

/// Checks of one rank's part against the sizes of the whole mesh.
class PartCheck {
 public:
  PartCheck(const MeshData& part, std::int64_t num_nodes, CountByType num_cells)
      : part_(part), num_nodes_(num_nodes), num_cells_(num_cells) {}

  void run() const {
    checkPoints();
    for (const MeshData::Cells& cells : part_.cells)
      requireNodes(cells.nodes, perCell(cells.type), num_nodes_, fmt::format("the {} cells", cells.type));
    for (const MeshData::Group& group : part_.groups) checkGroup(group);
  }

 private:
  static std::size_t perCell(const std::string& type) {
    return static_cast<std::size_t>(info(requireCellType(type).type).num_nodes);
  }
  void checkPoints() const {
    if (part_.points.size() % 3 != 0)
      throw InputError(
          fmt::format("the number of coordinates is {}, but must be a multiple of 3.", part_.points.size()));
    const auto bad = std::find_if_not(part_.points.begin(), part_.points.end(), isCoordinate);
    if (bad != part_.points.end())
      throw InputError(fmt::format("point {} has the invalid coordinate {}.", (bad - part_.points.begin()) / 3, *bad));
  }
  void checkGroup(const MeshData::Group& group) const {
    if (group.name.empty() || base::quote(group.name) != "'" + group.name + "'")
      throw InputError(
          fmt::format("{} is not a valid name of a group: a name must have 1 to {} bytes and no control characters.",
                      base::quote(group.name), base::max_quote_length));
    const std::string called = fmt::format("the members of type {} of the group '{}'", group.type, group.name);
    const CellType type = requireCellType(group.type).type;
    requireNodes(group.nodes, perCell(group.type), num_nodes_, called);
    const bool are_nodes = group.type == "node";
    const std::int64_t count = are_nodes ? num_nodes_ : num_cells_[indexOf(type)];
    const auto bad = std::find_if(group.indices.begin(), group.indices.end(),
                                  [&](std::int64_t index) { return index < 0 || index >= count; });
    if (bad == group.indices.end()) return;
    throw InputError(fmt::format("{} include the index {}, but the number of {} is {}.", called, *bad,
                                 are_nodes ? "nodes" : "cells of this type", count));
  }

  const MeshData& part_;
  std::int64_t num_nodes_;
  CountByType num_cells_;
};

/// Returns the numbers of cells of each type on all ranks. Unknown types are ignored here.
CountByType countCells(const base::Communicator& comm, const MeshData& part) {
  CountByType counts{};
  for (const MeshData::Cells& cells : part.cells)
    if (const auto found = findCellType(cells.type))
      counts[indexOf(found->type)] += static_cast<std::int64_t>(cells.nodes.size()) / info(found->type).num_nodes;
  comm.sumInPlace(gsl::span<std::int64_t>(counts));
  return counts;
}

/// Returns the values of all ranks, in the order of the ranks, on the root. @note Collective.
template <class T>
std::vector<T> gatherOnRoot(const base::Communicator& comm, std::vector<T> values) {
  if (comm.size() == 1) return values;
  std::vector<std::vector<T>> outgoing(static_cast<std::size_t>(comm.size()));
  outgoing.front() = std::move(values);
  std::vector<T> all;
  for (const std::vector<T>& part : comm.exchange(outgoing)) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// Returns the description of a part without its arrays: types and sizes of cells and groups.
std::string outlineOf(const MeshData& part) {
  nlohmann::json cells = nlohmann::json::array(), groups = nlohmann::json::array();
  for (const MeshData::Cells& block : part.cells) cells.push_back({block.type, block.nodes.size()});
  for (const MeshData::Group& group : part.groups)
    groups.push_back({group.name, group.type, group.indices.size(), group.nodes.size()});
  return nlohmann::json{{"cells", cells}, {"groups", groups}}.dump();
}

std::vector<std::int64_t> indicesOf(const MeshData& part) {
  std::vector<std::int64_t> all;
  const auto append = [&](const std::vector<std::int64_t>& values) {
    all.insert(all.end(), values.begin(), values.end());
  };
  for (const MeshData::Cells& block : part.cells) append(block.nodes);
  for (const MeshData::Group& group : part.groups) {
    append(group.indices);
    append(group.nodes);
  }
  return all;
}

/// Inverse of outlineOf() and indicesOf() for the parts of all ranks.
MeshData mergeParts(const std::string& outlines, const std::vector<std::int64_t>& indices) {
  MeshData whole;
  auto next = indices.begin();
  const auto take = [&](const nlohmann::json& count) {
    const auto first = next;
    next += static_cast<std::ptrdiff_t>(count.get<std::size_t>());
    return std::vector<std::int64_t>(first, next);
  };
  std::istringstream lines(outlines);
  for (std::string line; std::getline(lines, line);) {
    const auto part = nlohmann::json::parse(line);
    for (const auto& block : part["cells"]) whole.cells.push_back({block[0], take(block[1])});
    for (const auto& group : part["groups"]) {
      MeshData::Group made{group[0], group[1]};
      made.indices = take(group[2]);
      made.nodes = take(group[3]);
      whole.groups.push_back(std::move(made));
    }
  }
  return whole;
}

/// Returns the parts of all ranks as one mesh on the root. @note Collective.
MeshData gatherParts(const base::Communicator& comm, const MeshData& part) {
  if (comm.size() == 1) return part;
  const std::string outline = outlineOf(part) + "\n";
  const std::vector<char> outlines = gatherOnRoot(comm, std::vector<char>(outline.begin(), outline.end()));
  const std::vector<std::int64_t> indices = gatherOnRoot(comm, indicesOf(part));
  MeshData whole = comm.isRoot() ? mergeParts(std::string(outlines.begin(), outlines.end()), indices) : MeshData{};
  whole.points = gatherOnRoot(comm, part.points);
  return whole;
}

}  // namespace

RawMesh gatherMesh(const base::Communicator& comm, const MeshData& part, const std::string& name) {
  const auto num_nodes = comm.sum(static_cast<std::int64_t>(part.numNodes()));
  const CountByType num_cells = countCells(comm, part);
  const auto withName = [&](const std::function<void()>& work) {
    try {
      work();
    } catch (const InputError& error) {
      throw InputError(fmt::format("'{}': {}", name, error.what()));
    }
  };
  base::runCollectively(comm, [&] {
    withName([&] {
      if (num_nodes > std::numeric_limits<std::int32_t>::max())
        throw InputError("there are more than 2^31 - 1 nodes; use a partitioned HDF5 mesh.");
      PartCheck(part, num_nodes, num_cells).run();
    });
  });
  MeshData whole = gatherParts(comm, part);
  RawMesh mesh;
  base::runOnRoot(comm, [&] {
    withName([&] {
      mesh = MemoryMeshBuilder(name, std::move(whole)).build();
      if (mesh.blocks.empty())
        throw InputError("there are no cells; a mesh that consists only of points needs cells of the type point1.");
      const std::string warning = droppedEntitiesWarning(mesh);
      if (!warning.empty()) base::log().warn(warning);
    });
  });
  return mesh;
}

void writeMemoryMesh(const base::Communicator& comm, const MeshData& part, const std::string& name,
                     const std::string& path) {
  RawMesh mesh = gatherMesh(comm, part, name);
  base::runOnRoot(comm, [&] {
    std::vector<int> parts(mesh.numTopCells(), 0);
    writeGmsh(distribute(base::Communicator::self(), std::move(mesh), std::move(parts)), path);
  });
}

}  // namespace tenon::mesh
