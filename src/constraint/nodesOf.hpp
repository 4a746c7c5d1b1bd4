// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Returns the owned nodes of a group on which a constraint acts.
/// @throws InputError if the group does not exist, or has no node on any rank
/// @note Collective.
std::vector<base::LocalIndex> nodesOf(const fem::Domain& domain, const std::string& group, const std::string& name);

/// Returns the reference position of a node.
inline base::Vec3 placeOf(const fem::Domain& domain, base::LocalIndex node) {
  return Eigen::Map<const base::Vec3>(domain.mesh.points().data() + 3 * static_cast<std::size_t>(node));
}

/// Returns the name of a constraint on a group; default: derived from its type, object and group.
template <class Data>
std::string nameOnGroup(const char* type, const Data& data) {
  return data.name.empty() ? fmt::format("{}_{}_{}", type, data.object, data.group) : data.name;
}
/// Returns the name of a constraint on pairs of nodes; default: derived from its type and ends.
template <class Data>
std::string nameOnPairs(const char* type, const Data& data) {
  return data.name.empty() ? data.nameOf(type) : data.name;
}

}  // namespace tenon::constraint
