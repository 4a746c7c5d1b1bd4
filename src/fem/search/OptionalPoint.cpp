// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "OptionalPoint.hpp"

#include <fmt/format.h>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/ObjectGroup.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::fem {

void readValue(const base::CaseNode& node, OptionalPoint& point) {
  point.given = node.vector();
}

std::string printValue(const OptionalPoint& point) {
  return point.given ? base::printValue(*point.given) : "(automatic)";
}

void requireAtNode(const Domain& domain, base::LocalIndex node, const base::Vec3& point, const std::string& context) {
  constexpr double as_written = 1e-9;
  if (domain.state.kind() == la::NodeKind::frames) return;
  const base::Vec3 place = la::NodeFrame::of(domain.state, node).reference;
  const double apart = (point - place).norm();
  if (apart > as_written * (point.norm() + place.norm()))
    throw base::InputError(
        fmt::format("{}: a node of '{}' is {:.3g} away from the connection point, but a node of a mesh can be "
                    "connected only at its own position.",
                    context, domain.object, apart));
}

NodeTuples singleNodes(const Domain& domain, const std::string& group) {
  std::vector<base::GlobalIndex> nodes;
  for (const base::LocalIndex node : ownedNodes(domain, group)) nodes.push_back(domain.mesh.layout().global(node));
  return {{&domain}, nodes};
}

}  // namespace tenon::fem
