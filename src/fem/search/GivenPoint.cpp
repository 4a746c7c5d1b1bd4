#include "tenon/fem/search/GivenPoint.hpp"

#include <fmt/format.h>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/la/NodeFrame.hpp"

namespace tenon::fem {

void readValue(const base::CaseNode& node, GivenPoint& point) {
  point.given = node.vector();
}

std::string printValue(const GivenPoint& point) {
  return point.given ? base::printValue(*point.given) : "found";
}

void requireAtNode(const Domain& domain, base::LocalIndex node, const base::Vec3& point, const std::string& wanted_by) {
  constexpr double as_written = 1e-9;
  if (domain.state.kind() == la::Kind::frames) return;
  const base::Vec3 place = la::NodeFrame::of(domain.state, node).rest;
  const double apart = (point - place).norm();
  if (apart > as_written * (point.norm() + place.norm()))
    throw base::InputError(
        fmt::format("{}: a node of '{}' is {:.3g} away from the joint position, but a node of a mesh can only be "
                    "joined at its own position.",
                    wanted_by, domain.object, apart));
}

NodeTuples singleNodes(const Domain& domain, const std::string& group) {
  std::vector<base::GlobalIndex> nodes;
  for (const base::LocalIndex node : ownedNodes(domain, group)) nodes.push_back(domain.mesh.layout().global(node));
  return {{&domain}, nodes};
}

}  // namespace tenon::fem
