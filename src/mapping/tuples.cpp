// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tuples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/Directory.hpp"
#include "children.hpp"
#include "csvTable.hpp"
#include "fem/nodesOfTags.hpp"
#include "mesh/distribution/globalOrder.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/Region.hpp"

namespace tenon::mapping {
namespace {

/// Tuples found by this rank.
struct FoundTuples {
  std::vector<GlobalIndex> nodes;  // [tuples x places]
  std::vector<std::int64_t> positions;
};

std::vector<const fem::Domain*> objectsOf(const TupleSource& source, std::size_t size, const fem::FindDomain& find,
                                          const std::string& context) {
  if (source.parent.size() != 1 && source.parent.size() != size)
    throw base::InputError(fmt::format(
        "{}: the number of parents is {}, but must be 1 (for all nodes) or {} (one parent for each node of a tuple).",
        context, source.parent.size(), size));
  std::vector<const fem::Domain*> objects;
  for (std::size_t place = 0; place < size; ++place)
    objects.push_back(&find(source.parent[source.parent.size() == 1 ? 0 : place]));
  for (const fem::Domain* object : objects)
    if (object->state.kind() == la::NodeKind::scalars || object->dimension() != objects.front()->dimension())
      throw base::InputError(
          fmt::format("{}: '{}' must consist of points or rigid bodies with the same dimension as the other parents.",
                      context, object->object));
  return objects;
}

/// Returns the tuples of a list of the case. The list is the same on all ranks. @note Collective.
FoundTuples listed(const TupleSource& source, const std::vector<const fem::Domain*>& objects,
                   const std::string& context) {
  const std::size_t size = objects.size(), count = source.nodes.list.size();
  for (const auto& tuple : source.nodes.list)
    if (tuple.size() != size)
      refuse(fmt::format("{}: the number of nodes in [{}] must be {}.", context, fmt::join(tuple, ", "), size));
  FoundTuples found;
  found.nodes.resize(count * size, GlobalIndex(0));
  for (std::size_t place = 0; place < size; ++place) {
    std::vector<std::int64_t> tags;
    for (const auto& tuple : source.nodes.list) tags.push_back(tuple[place]);
    const auto nodes = fem::nodesOfTags(*objects[place], tags, context);
    for (std::size_t i = 0; i < count; ++i) found.nodes[i * size + place] = nodes[i];
  }
  const la::Layout& first = objects.front()->state.layout();
  FoundTuples mine;
  for (std::size_t i = 0; i < count; ++i) {
    if (!first.isOwned(found.nodes[i * size])) continue;
    const auto begin = found.nodes.begin() + static_cast<std::ptrdiff_t>(i * size);
    mine.nodes.insert(mine.nodes.end(), begin, begin + static_cast<std::ptrdiff_t>(size));
    mine.positions.push_back(static_cast<std::int64_t>(i));
  }
  return mine;
}

/// Reads the tuples of a file. Each rank keeps the rows whose first nodes it owns, and requests the
/// numbers of the other nodes. @note Collective.
FoundTuples fromFile(const std::string& path, const std::vector<const fem::Domain*>& objects) {
  const std::size_t size = objects.size();
  const base::Communicator& comm = objects.front()->mesh.comm();
  std::vector<std::string> columns{"a", "b", "c"};
  columns.resize(size);
  std::vector<std::int64_t> own;
  for (const LocalIndex node : ownNodes(*objects.front()))
    own.push_back(objects.front()->mesh.nodeTags()[static_cast<std::size_t>(node)]);
  std::sort(own.begin(), own.end());
  FoundTuples found;
  std::vector<std::vector<std::int64_t>> tags(size);
  long num_rows = 0;
  base::runCollectively(comm, [&] {
    forEachRow(path, "the tuples of nodes", columns, [&](const std::string&, gsl::span<const double> row) {
      ++num_rows;
      if (!std::binary_search(own.begin(), own.end(), static_cast<std::int64_t>(row[0]))) return;
      found.positions.push_back(num_rows - 1);
      for (std::size_t place = 0; place < size; ++place) tags[place].push_back(static_cast<std::int64_t>(row[place]));
    });
  });
  const long unknown = num_rows - comm.sum(static_cast<long>(found.positions.size()));
  if (unknown > 0)
    refuse(fmt::format("{}: in {} of the rows, the first node does not belong to '{}'.", path, unknown,
                       objects.front()->object));
  found.nodes.resize(found.positions.size() * size, GlobalIndex(0));
  for (std::size_t place = 0; place < size; ++place) {
    const auto nodes = nodesByKey(*objects[place], objects[place]->mesh.nodeTags(), tags[place]);
    base::runCollectively(comm, [&] {
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (!nodes[i])
          throw base::InputError(fmt::format("{}: '{}' has no node {}.", path, objects[place]->object, tags[place][i]));
        found.nodes[i * size + place] = *nodes[i];
      }
    });
  }
  return found;
}

/// Returns the nodes of a group, or the corners of its elements, in the order of the mesh file.
/// @note Collective.
FoundTuples ofGroup(const std::string& group, const std::vector<const fem::Domain*>& objects,
                    const std::string& context) {
  const fem::Domain& object = *objects.front();
  const la::Layout& layout = object.mesh.layout();
  FoundTuples found;
  std::vector<std::int64_t> keys;
  if (objects.size() == 1) {
    for (const LocalIndex node : ownNodes(object, group)) {
      found.nodes.push_back(layout.global(node));
      keys.push_back(object.mesh.nodePositions()[static_cast<std::size_t>(node)]);
    }
  } else {
    const int dimension = static_cast<int>(objects.size()) - 1;
    const fem::Region region(object, group, dimension, context);
    for (const fem::RegionPart& part : region.parts()) {
      if (mesh::info(part.type()).num_vertices != static_cast<int>(objects.size()))
        throw base::InputError(
            fmt::format("{}: group '{}' of '{}' contains cells of type {}, but the number of corners must be {}.",
                        context, group, object.object, mesh::info(part.type()).name, objects.size()));
      for (LocalIndex i = 0; i < part.numOwned(); ++i) {
        for (std::size_t corner = 0; corner < objects.size(); ++corner)
          found.nodes.push_back(layout.global(part.nodesOf(i)[corner]));
        keys.push_back((static_cast<std::int64_t>(part.block()) << 48) +
                       part.cells().positions[static_cast<std::size_t>(part.cell(i))]);
      }
    }
  }
  found.positions = mesh::globalOrder(layout.comm(), keys);
  return found;
}

}  // namespace

void readValue(const base::CaseNode& node, NumberTuples& tuples) {
  tuples.list.clear();
  for (const base::CaseNode& item : node.items()) {
    auto& tuple = tuples.list.emplace_back();
    if (item.isScalar()) tuple.push_back(item.integer());
    if (!item.isScalar())
      for (const base::CaseNode& number : item.items()) tuple.push_back(number.integer());
  }
}

std::string printValue(const NumberTuples& tuples) {
  return tuples.list.empty() ? "(none)" : fmt::format("{} tuples", tuples.list.size());
}

Tuples findTuples(const TupleSource& source, std::size_t size, const fem::FindDomain& find,
                  const std::string& context) {
  const std::vector<const fem::Domain*> objects = objectsOf(source, size, find, context);
  const int given =
      (source.nodes.list.empty() ? 0 : 1) + (source.file.path.empty() ? 0 : 1) + (source.group.empty() ? 0 : 1);
  if (given != 1)
    throw base::InputError(fmt::format("{}: specify exactly one of 'nodes', 'file' and 'group'.", context));
  if (!source.group.empty() && source.parent.size() != 1)
    throw base::InputError(fmt::format("{}: 'group' requires a single parent.", context));
  const FoundTuples found = !source.group.empty()       ? ofGroup(source.group, objects, context)
                            : !source.file.path.empty() ? fromFile(source.file.path, objects)
                                                        : listed(source, objects, context);
  if (objects.front()->mesh.comm().sum(static_cast<long>(found.positions.size())) == 0)
    refuse(fmt::format("{}: at least one tuple of nodes is required, but there is none.", context));
  std::vector<la::State*> parents;
  for (const fem::Domain* object : objects) parents.push_back(&object->state);
  return distributeTuples(parents, found.nodes, found.positions);
}

Tuples distributeTuples(const std::vector<la::State*>& parents, const std::vector<GlobalIndex>& nodes,
                        const std::vector<std::int64_t>& positions) {
  const la::Layout& first = parents.front()->layout();
  const base::Communicator& comm = first.comm();
  std::vector<std::vector<std::int64_t>> outgoing(static_cast<std::size_t>(comm.size()));
  const std::size_t size = parents.size();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    auto& to = outgoing[static_cast<std::size_t>(first.ownerOf(nodes[i * size]))];
    to.push_back(positions[i]);
    for (std::size_t place = 0; place < size; ++place) to.push_back(nodes[i * size + place].value());
  }
  std::vector<std::vector<std::int64_t>> mine;
  for (const auto& from_rank : comm.exchange(outgoing))
    for (std::size_t at = 0; at < from_rank.size(); at += size + 1)
      mine.emplace_back(from_rank.begin() + static_cast<std::ptrdiff_t>(at),
                        from_rank.begin() + static_cast<std::ptrdiff_t>(at + size + 1));
  std::sort(mine.begin(), mine.end());

  Tuples tuples;
  std::vector<std::size_t> of_place;  // index among the distinct parents
  for (la::State* parent : parents) {
    const auto known = std::find(tuples.parents.begin(), tuples.parents.end(), parent);
    of_place.push_back(static_cast<std::size_t>(known - tuples.parents.begin()));
    if (known == tuples.parents.end()) tuples.parents.push_back(parent);
  }
  for (const auto& tuple : mine) {
    tuples.positions.push_back(tuple.front());
    for (std::size_t place = 0; place < size; ++place)
      tuples.parent_nodes.add(of_place[place], GlobalIndex(static_cast<PetscInt>(tuple[place + 1])), 1.0);
    tuples.parent_nodes.endNode();
  }
  return tuples;
}

}  // namespace tenon::mapping
