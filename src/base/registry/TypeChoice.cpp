// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TypeChoice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/suggest.hpp"

namespace tenon::base::detail {

void requireSelectable(const CaseNode& node, const std::string& standard, const std::string& kind,
                       const std::vector<TypeInfo>& types) {
  const std::string given = node.text();
  if (standard != given) node.reportFormerName(given, standard);
  std::vector<std::string> names;
  for (const TypeInfo& type : types) names.push_back(type.name);
  const auto type = std::find(names.begin(), names.end(), standard);
  if (type == names.end()) node.fail(fmt::format("there is no {} '{}'{}", kind, given, suggestionFor(given, names)));
  for (const ParameterInfo& parameter : types[static_cast<std::size_t>(type - names.begin())].parameters)
    if (parameter.required)
      node.fail(
          fmt::format("the {0} '{1}' needs the parameter '{2}': replace its name by a block, {{type: {1}, {2}: ..}}.",
                      kind, standard, parameter.name));
}

CaseNode blockOfType(const std::string& name) {
  return CaseNode::parse(fmt::format("type: {}", name), "");
}

}  // namespace tenon::base::detail
