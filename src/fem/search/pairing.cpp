// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/search/pairing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "NodeSearch.hpp"
#include "base/text.hpp"
#include "fem/nodesOfTags.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::fem {
namespace {

using base::GlobalIndex;
using base::InputError;
using base::LocalIndex;

std::int64_t tagOf(const base::CaseNode& node) {
  const double number = node.number();
  if (number < 0 || number != std::floor(number) || number > 9e15)
    node.fail("a node number must be a nonnegative integer.");
  return static_cast<std::int64_t>(number);
}

template <std::size_t size>
void readTuples(const base::CaseNode& node, TagTuples<size>& tuples) {
  tuples.list.clear();
  for (const base::CaseNode& item : node.items()) {
    const auto tags = item.items();
    if (tags.size() != size)
      item.fail(fmt::format("the number of node numbers must be {}, but is {}.", size, tags.size()));
    auto& tuple = tuples.list.emplace_back();
    std::transform(tags.begin(), tags.end(), tuple.begin(), tagOf);
  }
  if (tuples.list.empty()) node.fail("the list is empty, but at least one entry is required.");
}

/// Throws an InputError that all ranks detect.
[[noreturn]] void refuse(const std::string& sentence) {
  InputError error(sentence);
  error.markOnAllRanks();
  throw error;
}

}  // namespace

void readValue(const base::CaseNode& node, PairingEnd& end) {
  node.requireKnownKeys({"object", "group"});
  end.object = node["object"].text();
  if (node.has("group")) end.group = node["group"].text();
}
void readValue(const base::CaseNode& node, TagTuples<2>& pairs) {
  readTuples(node, pairs);
}
void readValue(const base::CaseNode& node, TagTuples<3>& triples) {
  readTuples(node, triples);
}
void readValue(const base::CaseNode& node, ReferenceValue& value) {
  value.given = node.number();
  if (*value.given < 0) node.fail(fmt::format("the value must not be negative, but is {}.", *value.given));
}
void readValue(const base::CaseNode& node, Coefficients& coefficients) {
  coefficients.list.clear();
  for (const auto& item : node.items()) coefficients.list.push_back(item.number());
  if (coefficients.list.empty()) node.fail("the list is empty, but at least one entry is required.");
}

std::string printValue(const PairingEnd& end) {
  return end.object.empty() ? "(none)" : end.name();
}
std::string printValue(const TagTuples<2>& pairs) {
  return pairs.list.empty() ? "(none)" : base::formatCount(pairs.list.size(), "pair");
}
std::string printValue(const TagTuples<3>& triples) {
  return triples.list.empty() ? "(none)" : base::formatCount(triples.list.size(), "triple");
}
std::string printValue(const ReferenceValue& value) {
  return value.given ? base::printValue(*value.given) : "computed from the mesh";
}
std::string printValue(const Coefficients& coefficients) {
  return coefficients.list.empty() ? "(none)" : fmt::format("[{}]", fmt::join(coefficients.list, ", "));
}

std::string Pairing::nameOf(const std::string& type) const {
  return fmt::format("{} between {} and {}", type, first.name(), second.name());
}

NodeTuples Pairing::find(const FindDomain& find, const std::string& context) const {
  const Domain &a = find(first.object), &b = find(second.object);
  requireDistinctNodes(a, b, context);
  const bool by_number = !pairs.list.empty();
  return {{&a, &b}, by_number ? listedPairs(a, b, context) : nearest(a, b, context)};
}

void Pairing::requireDistinctNodes(const Domain& a, const Domain& b, const std::string& context) const {
  if (a.dimension() != b.dimension())
    refuse(fmt::format(
        "{}: both objects must have the same dimension, but one is two-dimensional and the other is three-dimensional.",
        context));
  const bool grouped = !first.group.empty() && !second.group.empty();
  if (pairs.list.empty() && !grouped)
    refuse(fmt::format("{}: specify either a group for each end or the nodes in 'pairs'.", context));
  if (!pairs.list.empty() && !(first.group.empty() && second.group.empty()))
    refuse(fmt::format("{}: 'pairs' lists the nodes, so groups must not be specified for the ends.", context));
}

std::vector<GlobalIndex> Pairing::listedPairs(const Domain& a, const Domain& b, const std::string& context) const {
  return listedTuples<2>({&a, &b}, pairs, context);
}

std::vector<GlobalIndex> Pairing::nearest(const Domain& a, const Domain& b, const std::string& context) const {
  const std::vector<LocalIndex> from = ownedNodes(a, first.group), to = ownedNodes(b, second.group);
  base::runCollectively(a.mesh.comm(), [&] {
    std::vector<LocalIndex> shared;
    if (&a.state == &b.state)
      std::set_intersection(from.begin(), from.end(), to.begin(), to.end(), std::back_inserter(shared));
    if (shared.empty()) return;
    const auto tag = a.mesh.nodeTags()[static_cast<std::size_t>(shared[0])];
    throw InputError(
        fmt::format("{}: node {} belongs to both groups, so this node would be connected to itself.", context, tag));
  });
  std::vector<base::Vec3> points;
  for (const LocalIndex node : from)
    points.emplace_back(Eigen::Map<const base::Vec3>(a.mesh.points().data() + 3 * static_cast<std::size_t>(node)));
  const auto found = NodeSearch(b, to).nearest(points);
  std::vector<GlobalIndex> nodes;
  for (std::size_t i = 0; i < from.size(); ++i) {
    nodes.push_back(a.mesh.layout().global(from[i]));
    nodes.push_back(found[i].node);
  }
  return nodes;
}

std::array<const Domain*, 3> objectsOfTriples(const std::vector<std::string>& names, const std::string& context,
                                              const FindDomain& find) {
  if (names.size() != 1 && names.size() != 3)
    refuse(fmt::format(
        "{}: `objects` must name one object, or one for each of the nodes a, b and c, but the number of names is {}.",
        context, names.size()));
  const auto at = [&](std::size_t p) { return &find(names[names.size() == 1 ? 0 : p]); };
  const std::array<const Domain*, 3> objects{at(0), at(1), at(2)};
  for (const Domain* object : objects)
    if (object->dimension() != objects[0]->dimension())
      refuse(
          fmt::format("{}: all objects must have the same dimension, but some are two-dimensional and others are "
                      "three-dimensional.",
                      context));
  return objects;
}

template <std::size_t size>
std::vector<GlobalIndex> listedTuples(const std::array<const Domain*, size>& objects, const TagTuples<size>& tuples,
                                      const std::string& context) {
  for (const auto& tuple : tuples.list)
    for (std::size_t p = 0; p < size; ++p)
      for (std::size_t q = 0; q < p; ++q)
        if (tuple[p] == tuple[q] && &objects[p]->state == &objects[q]->state)
          refuse(fmt::format("{}: node {} of '{}' occurs twice in [{}], but the nodes must be different.", context,
                             tuple[p], objects[p]->object, fmt::join(tuple, ", ")));
  std::array<std::vector<GlobalIndex>, size> places;
  for (std::size_t p = 0; p < size; ++p) {
    std::vector<std::int64_t> tags;
    for (const auto& tuple : tuples.list) tags.push_back(tuple[p]);
    places[p] = nodesOfTags(*objects[p], tags, context);
  }
  std::vector<GlobalIndex> nodes;
  for (std::size_t i = 0; i < tuples.list.size(); ++i)
    if (objects[0]->mesh.layout().isOwned(places[0][i]))
      for (std::size_t p = 0; p < size; ++p) nodes.push_back(places[p][i]);
  return nodes;
}

template std::vector<GlobalIndex> listedTuples<2>(const std::array<const Domain*, 2>&, const TagTuples<2>&,
                                                  const std::string&);
template std::vector<GlobalIndex> listedTuples<3>(const std::array<const Domain*, 3>&, const TagTuples<3>&,
                                                  const std::string&);

}  // namespace tenon::fem
