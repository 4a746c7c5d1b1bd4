// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Domain.hpp"

namespace tenon::fem {

/// Function that returns the domain of the object with the given name.
/// @throws InputError if there is no such object
using FindDomain = std::function<const Domain&(const std::string& object)>;

/// Named group of an object, written as {object: .., group: ..} in case files.
struct ObjectGroup {
  std::string object,  ///< name of the object
      group;           ///< name of the group

  /// Returns "object/group", for messages.
  std::string name() const { return object + "/" + group; }
};

/// Reads a group of an object from a case file.
/// @throws InputError for missing or unknown keys; the message gives the line of the case file
void readValue(const base::CaseNode& node, ObjectGroup& group);
/// Reads a list of groups from a case file. Previous entries of `groups` are removed.
/// @throws InputError for missing or unknown keys; the message gives the line of the case file
void readValue(const base::CaseNode& node, std::vector<ObjectGroup>& groups);
/// Returns a group as "object/group" for messages; "(none)" if no object is given.
std::string printValue(const ObjectGroup& group);
/// Returns a list of groups as "object/group, object/group" for messages; "(none)" if it is empty.
std::string printValue(const std::vector<ObjectGroup>& groups);
/// Returns the type name of a group, for help texts.
inline const char* typeName(const ObjectGroup*) {
  return "{object: .., group: ..}";
}
/// Returns the type name of a list of groups, for help texts.
inline const char* typeName(const std::vector<ObjectGroup>*) {
  return "[{object: .., group: ..}, ..]";
}

/// Returns the local nodes of a group that are owned by this rank, in ascending order.
/// @throws InputError if the group does not exist
/// @note Collective.
std::vector<base::LocalIndex> ownedNodes(const Domain& domain, const std::string& group);

}  // namespace tenon::fem
