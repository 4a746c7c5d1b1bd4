// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Find.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "fem/nodesOfTags.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/fem/search/pairing.hpp"

namespace py = pybind11;

namespace tenon::python {

using base::GlobalIndex;

namespace {

std::string nameOf(const Find::Place& place) {
  return place.group.empty() ? place.object : place.name();
}

/// Returns the owned nodes of a group, or of the whole object. @note Collective.
std::vector<LocalIndex> ownedNodesOf(const fem::Domain& domain, const std::string& group) {
  if (!group.empty()) return fem::ownedNodes(domain, group);
  std::vector<LocalIndex> nodes(static_cast<std::size_t>(domain.state.layout().numOwned()));
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = static_cast<LocalIndex>(i);
  return nodes;
}

std::vector<base::Vec3> pointsOf(const fem::Domain& domain, const std::vector<LocalIndex>& nodes) {
  std::vector<base::Vec3> points;
  points.reserve(nodes.size());
  for (const LocalIndex node : nodes)
    points.emplace_back(Eigen::Map<const base::Vec3>(domain.mesh.points().data() + 3 * std::ptrdiff_t(node)));
  return points;
}

/// Node of a group and its position in the mesh file.
struct PlacedNode {
  long long position;
  PetscInt node;
};

/// Returns the nodes of a group on all ranks, in the order of the mesh file. @note Collective.
std::vector<PlacedNode> sortedNodes(const fem::Domain& domain, const std::string& group) {
  std::vector<PlacedNode> mine;
  for (const LocalIndex node : ownedNodesOf(domain, group))
    mine.push_back({static_cast<long long>(domain.mesh.nodePositions()[static_cast<std::size_t>(node)]),
                    domain.state.layout().global(node).value()});
  std::vector<PlacedNode> all = domain.mesh.comm().gatherAll(mine);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.position < b.position; });
  return all;
}

void requireColumns(const Find::Numbers& numbers, std::size_t columns) {
  if (numbers.ndim() == 2 && static_cast<std::size_t>(numbers.shape(1)) == columns) return;
  std::string shape;
  for (py::ssize_t i = 0; i < numbers.ndim(); ++i) shape += (i == 0 ? "" : ", ") + std::to_string(numbers.shape(i));
  throw base::InputError(
      fmt::format("The array of node numbers has the shape ({}), but needs {} columns.", shape, columns));
}

/// Returns one column of an array of node numbers.
std::vector<std::int64_t> columnOf(const Find::Numbers& numbers, std::size_t column) {
  std::vector<std::int64_t> values;
  const auto access = numbers.unchecked<2>();
  for (py::ssize_t i = 0; i < numbers.shape(0); ++i) values.push_back(access(i, static_cast<py::ssize_t>(column)));
  return values;
}

}  // namespace

Find::Find(fem::FindDomain find, base::Communicator comm, const fem::Domain* own)
    : find_(std::move(find)), comm_(comm), own_(own) {}

// Verifies that all ranks call the same function, and that no rank has left the factory with an
// exception.
void Find::agree(const std::string& function, const std::exception_ptr& error) {
  base::runCollectively(comm_, [&] {
    if (error) std::rethrow_exception(error);
  });
  std::hash<std::string> hash;
  const auto mine = static_cast<long>(hash(function) >> 2);
  if (comm_.min(mine) == comm_.max(mine)) return;
  base::InputError different(
      "The constructor of a contributor in Python makes different calls of `find` on different ranks: all ranks have "
      "to make the same calls in the same order.");
  different.markOnAllRanks();
  throw different;
}

template <class Work>
auto Find::collectively(const std::string& function, Work&& work) {
  if (!is_active_) throw base::InputError("`find` is available only in the constructor of a contributor.");
  failure_ = nullptr;
  try {
    agree(function, nullptr);
    return work();
  } catch (...) {
    failure_ = std::current_exception();
    throw;
  }
}

void Find::finish(const std::exception_ptr& error) {
  is_active_ = false;
  agree("", error);
}

Find::Selection Find::finished(Selection selection, std::string description) const {
  selection->describe(std::move(description));
  return selection;
}

Find::Selection Find::pairs(const Place& first, const Place& second, const std::string& match) {
  return collectively("pairs", [&] {
    const std::string context = fmt::format("find.pairs({}, {})", nameOf(first), nameOf(second));
    const fem::Domain &a = find_(first.object), &b = find_(second.object);
    std::shared_ptr<const fem::NodeTuples> tuples;
    if (match == "order") {
      const auto from = sortedNodes(a, first.group), to = sortedNodes(b, second.group);
      base::runCollectively(comm_, [&] {
        if (from.size() != to.size())
          throw base::InputError(
              fmt::format("{}: the number of nodes is {} in the first group, but {} in the second group; with "
                          "match=\"order\", the numbers must be equal.",
                          context, from.size(), to.size()));
      });
      std::vector<GlobalIndex> nodes;
      for (std::size_t i = 0; i < from.size(); ++i)
        if (a.state.layout().isOwned(GlobalIndex(from[i].node)))
          nodes.insert(nodes.end(), {GlobalIndex(from[i].node), GlobalIndex(to[i].node)});
      tuples = std::make_shared<fem::NodeTuples>(std::vector<const fem::Domain*>{&a, &b}, nodes);
    } else {
      base::runCollectively(comm_, [&] {
        if (match != "nearest")
          throw base::InputError(
              fmt::format("{}: the value of `match` is '{}', but must be \"nearest\" or \"order\".", context, match));
      });
      fem::Pairing pairing;
      pairing.first = {first.object, first.group}, pairing.second = {second.object, second.group};
      tuples = std::make_shared<fem::NodeTuples>(pairing.find(find_, context));
    }
    return finished(std::make_shared<TupleSelection>(std::vector<const fem::Domain*>{&a, &b}, tuples),
                    nameOf(first) + " and " + nameOf(second));
  });
}

Find::Selection Find::nodes(const Place& place) {
  return collectively("nodes", [&] {
    const fem::Domain& domain = find_(place.object);
    std::vector<GlobalIndex> nodes;
    for (const LocalIndex node : ownedNodesOf(domain, place.group)) nodes.push_back(domain.state.layout().global(node));
    const std::vector<const fem::Domain*> objects{&domain};
    return finished(std::make_shared<TupleSelection>(objects, std::make_shared<fem::NodeTuples>(objects, nodes)),
                    nameOf(place));
  });
}

Find::Selection Find::tuples(const std::vector<std::string>& names, const Numbers& numbers) {
  return collectively("tuples", [&] {
    std::vector<const fem::Domain*> objects;
    base::runCollectively(comm_, [&] { requireColumns(numbers, names.size()); });
    std::vector<std::vector<GlobalIndex>> columns;
    for (std::size_t p = 0; p < names.size(); ++p) {
      objects.push_back(&find_(names[p]));
      columns.push_back(fem::nodesOfTags(*objects[p], columnOf(numbers, p), "find.tuples"));
    }
    std::vector<GlobalIndex> nodes;
    for (std::size_t i = 0; i < columns[0].size(); ++i)
      if (objects[0]->state.layout().isOwned(columns[0][i]))
        for (const auto& column : columns) nodes.push_back(column[i]);
    return finished(std::make_shared<TupleSelection>(objects, std::make_shared<fem::NodeTuples>(objects, nodes)),
                    fmt::format("{}", fmt::join(names, ", ")));
  });
}

std::vector<Find::Selection> Find::cells(const Place& place, int dimension) {
  return collectively("cells", [&] {
    const fem::Domain& domain = find_(place.object);
    const std::string context = fmt::format("find.cells({})", nameOf(place));
    if (dimension < 0)
      dimension = place.group.empty() ? domain.mesh.dimension() : domain.mesh.group(place.group).dimension;
    base::runCollectively(comm_, [&] {
      if (dimension < 0)
        throw base::InputError(context + ": the group may contain cells of several dimensions: specify `dimension`.");
    });
    const auto region = std::make_shared<const fem::Region>(domain, place.group, dimension, context);
    std::vector<Selection> all;
    for (std::size_t part = 0; part < region->parts().size(); ++part)
      all.push_back(finished(std::make_shared<TupleSelection>(domain, region, part), nameOf(place)));
    return all;
  });
}

ObjectView Find::object(const std::string& name) {
  return collectively("object", [&] { return ObjectView(find_(name), life_); });
}

std::vector<LocalIndex> Find::localNodes(const Place& place) {
  return collectively("local_nodes", [&] {
    const fem::Domain& domain = find_(place.object);
    if (!place.group.empty()) return domain.mesh.nodesOf(domain.mesh.group(place.group));
    std::vector<LocalIndex> nodes(static_cast<std::size_t>(domain.mesh.layout().numLocal()));
    for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i] = static_cast<LocalIndex>(i);
    return nodes;
  });
}

const fem::Domain& Find::own() const {
  if (own_ == nullptr)
    throw base::InputError(
        "This member of `find` is available only for mappings, because only mappings have a mapped object.");
  return *own_;
}

Find::Selection Find::parents(const std::vector<std::string>& names, const Numbers& numbers) {
  return collectively("parents", [&] {
    const fem::Domain& child = own();
    base::runCollectively(comm_, [&] { requireColumns(numbers, names.size() + 1); });
    std::vector<const fem::Domain*> objects;
    std::vector<std::vector<GlobalIndex>> columns;
    for (std::size_t p = 0; p < names.size(); ++p) {
      objects.push_back(&find_(names[p]));
      columns.push_back(fem::nodesOfTags(*objects[p], columnOf(numbers, p + 1), "find.parents"));
    }
    const std::vector<std::int64_t> children = columnOf(numbers, 0);
    std::unordered_map<std::int64_t, std::size_t> rows;
    for (std::size_t i = 0; i < children.size(); ++i) rows.emplace(children[i], i);
    const auto owned = static_cast<std::size_t>(child.state.layout().numOwned());
    std::vector<std::size_t> row_of(owned);
    base::runCollectively(comm_, [&] {
      if (rows.size() != children.size())
        throw base::InputError(
            "find.parents: a node of the mapped object occurs twice in the first column, but must occur once.");
      for (std::size_t i = 0; i < owned; ++i) {
        const auto found = rows.find(child.mesh.nodeTags()[i]);
        if (found == rows.end())
          throw base::InputError(fmt::format("find.parents: node {} of the mapped object '{}' has no parent nodes.",
                                             child.mesh.nodeTags()[i], child.object));
        row_of[i] = found->second;
      }
    });
    for (std::size_t p = 0; p < names.size(); ++p) {
      std::vector<GlobalIndex> needed;
      for (const std::size_t row : row_of) needed.push_back(columns[p][row]);
      objects[p]->state.addGhosts(needed);
    }
    std::vector<LocalIndex> nodes;
    for (const std::size_t row : row_of)
      for (std::size_t p = 0; p < names.size(); ++p) nodes.push_back(objects[p]->state.layout().local(columns[p][row]));
    return finished(std::make_shared<TupleSelection>(objects, nodes), fmt::format("{}", fmt::join(names, ", ")));
  });
}

Find::Selection Find::nearestParents(const std::vector<Place>& places, int count) {
  return collectively("nearest_parents", [&] {
    const fem::Domain& child = own();
    const std::vector<LocalIndex> children = ownedNodesOf(child, "");
    const std::vector<base::Vec3> points = pointsOf(child, children);
    std::vector<const fem::Domain*> objects;
    std::vector<std::vector<GlobalIndex>> columns;
    for (const Place& place : places) {
      const fem::Domain& domain = find_(place.object);
      const auto found = fem::NodeSearch(domain, ownedNodesOf(domain, place.group)).nearest(points, count);
      base::runCollectively(comm_, [&] {
        for (const auto& nearest : found)
          if (nearest.size() < static_cast<std::size_t>(count))
            throw base::InputError(fmt::format(
                "find.nearest_parents: {} has fewer than the {} nodes that `count` requires.", nameOf(place), count));
      });
      for (int k = 0; k < count; ++k) {
        objects.push_back(&domain);
        auto& column = columns.emplace_back();
        for (const auto& nearest : found) column.push_back(nearest[static_cast<std::size_t>(k)].node);
      }
    }
    for (std::size_t p = 0; p < columns.size(); ++p) objects[p]->state.addGhosts(columns[p]);
    std::vector<LocalIndex> nodes;
    for (std::size_t i = 0; i < children.size(); ++i)
      for (std::size_t p = 0; p < columns.size(); ++p) nodes.push_back(objects[p]->state.layout().local(columns[p][i]));
    return finished(std::make_shared<TupleSelection>(objects, nodes), "the parents of " + child.object);
  });
}

}  // namespace tenon::python
