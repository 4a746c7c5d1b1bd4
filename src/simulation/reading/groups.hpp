#pragma once
#include "tenon/base/CaseNode.hpp"
#include "tenon/mesh/GroupBuilder.hpp"

// Block `groups` of an object.
namespace tenon::simulation {

/// Reads the definition of one group: a rule, or a list of rules whose union is the group.
/// @throws InputError if an entry is not a rule.
mesh::GroupDefinition readGroup(const std::string& name, const base::CaseNode& node);

}  // namespace tenon::simulation
