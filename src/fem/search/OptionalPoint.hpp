// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "tenon/base/CaseNode.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/fem/NodeTuples.hpp"

// Points at which a case connects rigid bodies, nodes of meshes and the ground.
namespace tenon::fem {

/// Point that may be given in a case file; empty if the point is determined otherwise.
struct OptionalPoint {
  std::optional<base::Vec3> given;  ///< coordinates [length]
};

/// Reads a point from a case file.
void readValue(const base::CaseNode& node, OptionalPoint& point);
/// Returns a point in the notation of case files.
std::string printValue(const OptionalPoint& point);
/// Returns the type name of a point, for help texts.
inline const char* typeName(const OptionalPoint*) {
  return "[x, y, z]";
}

/// Checks that a node without rotational degrees of freedom coincides with a point that is fixed to
/// it.
/// @throws InputError, whose message starts with `context`, if the point is elsewhere
void requireAtNode(const Domain& domain, base::LocalIndex node, const base::Vec3& point, const std::string& context);

/// Returns tuples of one node each, for all nodes of a group. @note Collective.
NodeTuples singleNodes(const Domain& domain, const std::string& group);

}  // namespace tenon::fem
