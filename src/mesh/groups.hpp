#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::mesh {

/// Place of the group of that name; InputError that suggests one and lists them, or says that the name is ambiguous.
template <class Group>
std::size_t findGroup(const std::vector<Group>& groups, const std::string& name, const std::string& file) {
  std::size_t found = groups.size();
  std::vector<std::string> names;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    names.push_back(groups[i].name);
    if (groups[i].name != name) continue;
    if (found != groups.size())
      throw base::InputError(
          fmt::format("'{}' has a group '{}' of dimension {} and another of dimension {}; give them "
                      "different names.",
                      file, name, groups[found].dimension, groups[i].dimension));
    found = i;
  }
  if (found == groups.size()) {
    const std::string help = base::didYouMean(name, names);
    const std::string all = help.back() == '?' ? fmt::format(" There are: {}", base::listed(names)) : "";
    throw base::InputError(fmt::format("'{}' has no group '{}'{}{}.", file, name, help, all));
  }
  return found;
}

}  // namespace tenon::mesh
