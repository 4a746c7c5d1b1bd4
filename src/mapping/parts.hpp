// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"

// Parameters of a case that assign parents to nodes of a child.
namespace tenon::mapping {

/// Numbers of nodes in a mesh file: [12, 40, 41].
struct NodeNumbers {
  std::vector<std::int64_t> list;  ///< node numbers
};

/// Group of the child and the rigid body to which the group is attached, by name or number.
struct BodyGroup {
  std::string group, body;  ///< group of the child, rigid body
};

/// Group of the child and its parent object.
struct ParentGroup {
  std::string group, parent;  ///< group of the child, parent object
};

/// Reads a list of node numbers from a case file.
void readValue(const base::CaseNode& node, NodeNumbers& numbers);
/// Reads groups with their rigid bodies from a case file.
void readValue(const base::CaseNode& node, std::vector<BodyGroup>& parts);
/// Reads groups with their parent objects from a case file.
void readValue(const base::CaseNode& node, std::vector<ParentGroup>& parts);
/// Returns a list of node numbers in the form of a case file.
std::string printValue(const NodeNumbers& numbers);
/// Returns groups with their rigid bodies in the form of a case file.
std::string printValue(const std::vector<BodyGroup>& parts);
/// Returns groups with their parent objects in the form of a case file.
std::string printValue(const std::vector<ParentGroup>& parts);
/// Returns the type of a list of node numbers, for help texts.
inline const char* typeName(const NodeNumbers*) {
  return "[number, ..]";
}
/// Returns the type of groups with rigid bodies, for help texts.
inline const char* typeName(const std::vector<BodyGroup>*) {
  return "[{group: .., body: ..}, ..]";
}
/// Returns the type of groups with parent objects, for help texts.
inline const char* typeName(const std::vector<ParentGroup>*) {
  return "[{group: .., parent: ..}, ..]";
}

}  // namespace tenon::mapping
