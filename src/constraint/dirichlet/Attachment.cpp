// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Attachment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fem/nodesOfTags.hpp"
#include "fem/search/NodeSearch.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

using base::InputError;
using base::LocalIndex;
using base::Vec3;

void readValue(const base::CaseNode& node, std::vector<NodePair>& pairs) {
  const auto number = [](const base::CaseNode& item) {
    constexpr double most = 1e15;  // integers are exact in a double up to this value
    const double value = item.number();
    if (value != std::floor(value) || std::abs(value) > most) item.fail("the value must be the number of a node.");
    return static_cast<std::int64_t>(value);
  };
  pairs.clear();
  for (const base::CaseNode& item : node.items()) {
    const auto numbers = item.items();
    if (numbers.size() != 2)
      item.fail(fmt::format("the value must be a pair of node numbers, but its length is {}.", numbers.size()));
    pairs.push_back({number(numbers[0]), number(numbers[1])});
  }
}

std::string printValue(const std::vector<NodePair>& pairs) {
  std::string text;
  for (const NodePair& pair : pairs)
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", pair.first, pair.second);
  return text.empty() ? "(none)" : "[" + text + "]";
}

void Attachment::declare(base::Parameters<Data>& p) {
  p.required("objects", &Data::objects, "", "the two objects, or the same one twice");
  p.optional("groups", &Data::groups, "",
             "a group of each object: every node of the first group is attached to the nearest node of the second");
  p.optional("nodes", &Data::nodes, "", "instead of groups: pairs of node numbers in the mesh files");
  p.optional("distance", &Data::distance, "length",
             "maximum distance between paired nodes of the groups; 0: any distance")
      .nonNegative();
}

Attachment::Attachment(Data data, const fem::FindDomain& find) {
  if (data.objects.size() != 2)
    throw InputError(
        fmt::format("An attachment needs two objects, but the number of objects is {}.", data.objects.size()));
  const bool by_groups = !data.groups.empty();
  if (by_groups != data.nodes.empty())
    throw InputError("An attachment needs either 'groups' (one of each object) or 'nodes' (pairs of numbers).");
  if (by_groups && data.groups.size() != 2)
    throw InputError(
        fmt::format("An attachment needs two groups, but the number of groups is {}.", data.groups.size()));
  const auto side = [&](std::size_t i) { return data.objects[i] + (by_groups ? "/" + data.groups[i] : ""); };
  name_ = fmt::format("attachment of {} and {}", side(0), side(1));
  first_ = &find(data.objects[0]);
  second_ = &find(data.objects[1]);
  if (first_->dimension() != second_->dimension())
    throw InputError(fmt::format("{}: one object is two-dimensional, but the other is not.", name_));
  by_groups ? pairNearest(data) : pairByNumbers(data);
}

void Attachment::pairNearest(const Data& data) {
  nodes_ = fem::ownedNodes(*first_, data.groups[0]);
  const fem::NodeSearch search(*second_, fem::ownedNodes(*second_, data.groups[1]));
  std::vector<Vec3> places;
  for (const LocalIndex node : nodes_)
    places.emplace_back(Eigen::Map<const Vec3>(first_->mesh.points().data() + 3 * static_cast<std::size_t>(node)));
  const auto nearest = search.nearest(places);
  const long num_nodes = first_->mesh.comm().sum(static_cast<long>(nodes_.size()));
  base::runCollectively(first_->mesh.comm(), [&] {
    if (num_nodes == 0) throw InputError(fmt::format("{}: the first group has no nodes.", name_));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nearest[i].position < 0) throw InputError(fmt::format("{}: the second group has no nodes.", name_));
      if (data.distance > 0 && nearest[i].distance > data.distance)
        throw InputError(
            fmt::format("{}: the node nearest to node {} of object '{}' lies {:.6g} away, but 'distance' "
                        "allows only {:.6g}.",
                        name_, nodeTag(nodes_[i]), first_->object, nearest[i].distance, data.distance));
      partners_.push_back(nearest[i].node);
    }
  });
}

void Attachment::pairByNumbers(const Data& data) {
  std::vector<std::int64_t> first_tags, second_tags;
  for (const NodePair& pair : data.nodes) {
    first_tags.push_back(pair.first);
    second_tags.push_back(pair.second);
  }
  const auto first = fem::nodesOfTags(*first_, first_tags, name_);
  const auto second = fem::nodesOfTags(*second_, second_tags, name_);
  std::vector<std::pair<LocalIndex, base::GlobalIndex>> pairs;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (first_->mesh.layout().isOwned(first[i])) pairs.emplace_back(first_->mesh.layout().local(first[i]), second[i]);
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [node, partner] : pairs) {
    nodes_.push_back(node);
    partners_.push_back(partner);
  }
}

void Attachment::constrainDirections(ObliqueDirections& directions) const {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    directions.addPair({&first_->state, nodes_[i], &second_->state, partners_[i], this});
}

}  // namespace tenon::constraint
