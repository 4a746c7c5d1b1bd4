// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "nodesOf.hpp"

#include <fmt/format.h>

#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

std::vector<base::LocalIndex> nodesOf(const fem::Domain& domain, const std::string& group, const std::string& name) {
  std::vector<base::LocalIndex> nodes = fem::ownedNodes(domain, group);
  const base::Communicator& comm = domain.mesh.comm();
  const bool any = comm.any(!nodes.empty());
  base::runCollectively(comm, [&] {
    if (!any)
      throw base::InputError(fmt::format("The constraint '{}' does not act on any node: group {}/{} is empty.", name,
                                         domain.object, group));
  });
  return nodes;
}

}  // namespace tenon::constraint
