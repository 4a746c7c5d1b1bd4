#pragma once
#include "tenon/base/CaseNode.hpp"
#include "tenon/mesh/GroupMaker.hpp"

// The block `groups` of an object.
namespace tenon::simulation {

/// The definition of one group: a rule, or a list of rules whose union it is. InputError for what is no rule.
mesh::GroupDefinition readGroup(const std::string& name, const base::CaseNode& node);

}  // namespace tenon::simulation
