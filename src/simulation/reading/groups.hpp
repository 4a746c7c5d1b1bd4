// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/GroupBuilder.hpp"
#include "tenon/base/CaseNode.hpp"

// Block `groups` of an object.
namespace tenon::simulation {

/// Reads the definition of one group: a rule, or a list of rules whose union is the group.
/// @throws InputError if an entry is not a rule
mesh::GroupDefinition readGroup(const std::string& name, const base::CaseNode& node);

}  // namespace tenon::simulation
