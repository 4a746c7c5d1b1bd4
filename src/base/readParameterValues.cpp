// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "readParameterValues.hpp"

#include <fmt/format.h>

#include "formula.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

ParameterDefinition readDefinition(const CaseNode& node, const std::string& name) {
  const std::string obstacle = obstacleToName(name);
  if (!obstacle.empty()) node.fail(fmt::format("{} {}: choose another name.", quote(name), obstacle));
  if (!node.isScalar() || node.scalar().empty())
    node.fail("the value of a parameter must be a number or a formula in terms of other parameters.");
  return {name, node.isNumber() ? printValue(node.number()) : node.text(),
          fmt::format("{}: {}: ", node.location(), node.path())};
}

}  // namespace

ParameterValues readParameterValues(const CaseNode& block, const std::string& file,
                                    const std::vector<ParameterSetting>& settings) {
  std::vector<ParameterDefinition> definitions;
  ErrorCollector problems;
  for (const std::string& name : block.keys())
    problems.attempt([&] { definitions.push_back(readDefinition(block[name], name)); });
  return ParameterValues(definitions, file, settings, problems);
}

}  // namespace tenon::base
