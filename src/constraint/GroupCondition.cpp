#include "tenon/constraint/GroupCondition.hpp"

#include <fmt/format.h>

namespace tenon::constraint {

GroupCondition::GroupCondition(const std::string& type, const std::string& group, const fem::Domain& domain)
    : name_(fmt::format("{} on {}/{}", type, domain.object, group)),
      domain_(domain),
      nodes_(domain.mesh.nodesOf(domain.mesh.group(group))) {}

}  // namespace tenon::constraint
