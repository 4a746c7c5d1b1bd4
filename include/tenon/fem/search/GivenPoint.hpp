#pragma once
#include <optional>

#include "tenon/base/CaseNode.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/NodeTuples.hpp"

// Points at which a case joins rigid bodies, nodes of meshes and the ground.
namespace tenon::fem {

/// A point in space that a case gives, or that is found otherwise.
struct GivenPoint {
  std::optional<base::Vec3> given;
};
void readValue(const base::CaseNode& node, GivenPoint& point);
std::string printValue(const GivenPoint& point);
inline const char* typeName(const GivenPoint*) {
  return "[x, y, z]";
}

/// InputError, which begins with `wanted_by`, where a node that does not turn is elsewhere than a point fixed on it.
void requireAtNode(const Domain& domain, base::LocalIndex node, const base::Vec3& point, const std::string& wanted_by);

/// Collective. Tuples of one node each: all of a group.
NodeTuples singleNodes(const Domain& domain, const std::string& group);

}  // namespace tenon::fem
