// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::mesh {

/// Returns the index of the group with a name, and with a dimension if several groups have this
/// name (-1: any).
/// @throws InputError whose message suggests a name and lists the groups, or reports that the name
///   is ambiguous
template <class Group>
std::size_t findGroup(const std::vector<Group>& groups, const std::string& name, const std::string& file,
                      int dimension = -1) {
  std::size_t found = groups.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    names.push_back(groups[i].name);
    if (groups[i].name != name) continue;
    if (found == groups.size()) {
      found = i;
    } else if (groups[i].dimension == dimension) {
      found = i;
    } else if (groups[found].dimension != dimension) {
      throw base::InputError(
          fmt::format("'{0}' has a group '{1}' of dimension {2} and another of dimension {3}; choose one under "
                      "`groups` of the object, e.g. my_group: {{group: {1}, dimension: {2}}}.",
                      file, name, groups[found].dimension, groups[i].dimension));
    }
  }
  if (found == groups.size()) {
    const std::string help = base::suggestionFor(name, names);
    const std::string all = help.back() == '?' ? fmt::format(" The choices are: {}.", base::joinNames(names)) : "";
    throw base::InputError(fmt::format("'{}' has no group '{}'{}{}", file, name, help, all));
  }
  return found;
}

}  // namespace tenon::mesh
