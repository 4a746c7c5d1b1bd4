// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <numeric>
#include <string>
#include <vector>

#include "tenon/fem/Domain.hpp"

namespace tenon::force {

/// Returns the local nodes of a group, or of the whole object if the name is empty, including
/// ghosts of the mesh.
/// @note Collective.
inline std::vector<base::LocalIndex> nodesOf(const fem::Domain& domain, const std::string& group) {
  if (!group.empty()) return domain.mesh.nodesOf(domain.mesh.group(group));
  std::vector<base::LocalIndex> nodes(static_cast<std::size_t>(domain.mesh.layout().numLocal()));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

}  // namespace tenon::force
