// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/constraint/dirichlet/GroupCondition.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace tenon::constraint {

GroupCondition::GroupCondition(const std::string& type, const std::string& group, const fem::Domain& domain)
    : name_(fmt::format("{} on {}/{}", type, domain.object, group)),
      domain_(domain),
      nodes_(domain.mesh.nodesOf(domain.mesh.group(group))) {
  const auto first_ghost = std::lower_bound(nodes_.begin(), nodes_.end(), domain.mesh.layout().numOwned());
  num_owned_ = static_cast<std::size_t>(first_ghost - nodes_.begin());
  if (domain.mesh.comm().sum(static_cast<long>(num_owned_)) == 0)
    throw base::InputError(fmt::format("{}: the group has no nodes.", name_));
}

void GroupCondition::requireFewNodes() const {
  constexpr long most = 1000;
  const long count = domain_.mesh.comm().sum(static_cast<long>(num_owned_));
  if (count > most)
    throw base::InputError(fmt::format(
        "{}: the group has {} nodes, and this condition couples all of them with each other in the matrix: "
        "at most {} are supported. Use a smaller group, or a constraint with multipliers (rigid, prescribed).",
        name_, count, most));
}

}  // namespace tenon::constraint
