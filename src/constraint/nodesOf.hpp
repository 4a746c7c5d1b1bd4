// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
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

}  // namespace tenon::constraint
