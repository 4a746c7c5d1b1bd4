// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GroupComponent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

/// Returns the index of a component x, y or z.
/// @throws InputError if the nodes of the object have no such component
int componentIndex(const fem::Domain& domain, const std::string& component) {
  const int index = component[0] - 'x';
  if (index >= std::max(domain.dimension(), 1))
    throw base::InputError(
        fmt::format("The nodes of '{}' have no displacement component {}.", domain.object, component));
  return index;
}

}  // namespace

std::vector<base::LocalIndex> ownedNodesOf(const fem::Domain& domain, const std::string& group) {
  std::vector<base::LocalIndex> nodes;
  if (group.empty()) {
    nodes.resize(static_cast<std::size_t>(domain.mesh.layout().numOwned()));
    std::iota(nodes.begin(), nodes.end(), base::LocalIndex{0});
  } else {
    nodes = fem::ownedNodes(domain, group);
  }
  const bool has_nodes = domain.mesh.comm().any(!nodes.empty());
  base::runCollectively(domain.mesh.comm(), [&] {
    if (!has_nodes) throw base::InputError(fmt::format("There are no nodes in {}/{}.", domain.object, group));
  });
  return nodes;
}

GroupComponent::GroupComponent(const Data& data, const ObjectiveContext& context)
    : domain_(context.find(data.object)),
      group_(data.group),
      name_(data.component),
      component_(componentIndex(domain_, data.component)),
      nodes_(ownedNodesOf(domain_, data.group)),
      num_nodes_(static_cast<double>(domain_.mesh.comm().sum(static_cast<long>(nodes_.size())))) {}

std::string GroupComponent::nameOf(const std::string& quantity) const {
  return domain_.nameOf(fmt::format("{} {}", quantity, name_), group_);
}

double GroupComponent::sum(gsl::span<const double> values) const {
  double sum = 0.0;
  forEach([&](std::size_t entry) { sum += values[entry]; });
  return domain_.mesh.comm().sum(sum);
}

}  // namespace tenon::analysis
