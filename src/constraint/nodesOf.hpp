#pragma once
#include <string>
#include <vector>

#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Owned nodes of a group that a constraint acts on. Collective. InputError for a group that is not there, or that has
/// no node on any rank.
std::vector<base::LocalIndex> nodesOf(const fem::Domain& domain, const std::string& group, const std::string& name);

inline base::Vec3 placeOf(const fem::Domain& domain, base::LocalIndex node) {
  return Eigen::Map<const base::Vec3>(domain.mesh.points().data() + 3 * static_cast<std::size_t>(node));
}

}  // namespace tenon::constraint
