// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "readParameterValues.hpp"

#include <fmt/format.h>

#include "formula.hpp"
#include "quote.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::base {
namespace {

std::string formulaOf(const CaseNode& value) {
  if (!value.isScalar() || value.scalar().empty())
    value.fail("the value of a parameter must be a number or a formula in terms of other parameters.");
  return value.isNumber() ? printValue(value.number()) : value.text();
}

/// Reads the amplitude of a displacement of nodes in the reference configuration.
ParameterDefinition readShape(const CaseNode& node, const std::string& name, const std::string& where) {
  for (const char* key : {"number", "per", "smoothness"})
    if (node.has(key)) node[key].fail("`positions` moves the nodes of an object: remove this key.");
  if (!node.has("of")) node.fail("`positions` moves the nodes of an object: add its name, as in `of: block`.");
  return {name, node.has("start") ? formulaOf(node["start"]) : "0", where};
}

/// Reads a parameter that is defined by a block.
ParameterDefinition readBlock(const CaseNode& node, const std::string& name, const FindNumber& find) {
  node.requireKnownKeys(parameterKeys());
  const std::string where = fmt::format("{}: {}: ", node.location(), node.path());
  if (node.has("positions")) return readShape(node, name, where);
  if (node.has("group"))
    node["group"].fail("`group` selects the nodes that `positions` moves: add `positions`, or remove it.");
  if (node.has("of") != node.has("number"))
    node.fail("`of` and `number` belong together: they name a contributor and a number in its entry.");
  if (node.has("smoothness") && !node.has("per"))
    node["smoothness"].fail(
        "`smoothness` applies only to parameters with one value per cell: add `per: cell`, or remove `smoothness`.");
  if (node.has("per")) {
    if (node["per"].text() != "cell") node["per"].fail("the value must be 'cell': a field has one value per cell.");
    if (!node.has("of") || node.has("start"))
      node.fail("a field needs `of` and `number`; its values are those of the entry, so that `start` is not allowed.");
    return {name, "", where, find ? find(node).path() : "", true};
  }
  if (!node.has("of")) return {name, formulaOf(node["start"]), where};
  const CaseNode number = find ? find(node) : CaseNode();
  return {name, formulaOf(node.has("start") ? node["start"] : number), where, number.path()};
}

ParameterDefinition readDefinition(const CaseNode& node, const std::string& name, const FindNumber& find) {
  const std::string obstacle = obstacleToName(name);
  if (!obstacle.empty()) node.fail(fmt::format("{} {}: choose another name.", quote(name), obstacle));
  if (node.isMap()) return readBlock(node, name, find);
  return {name, formulaOf(node), fmt::format("{}: {}: ", node.location(), node.path())};
}

}  // namespace

const std::vector<std::string>& parameterKeys() {
  static const std::vector<std::string> keys{"of",    "number",  "positions", "group",     "per",
                                             "start", "between", "scale",     "smoothness"};
  return keys;
}

ParameterValues readParameterValues(const CaseNode& block, const std::string& file,
                                    const std::vector<ParameterSetting>& settings, const FindNumber& find) {
  std::vector<ParameterDefinition> definitions;
  ErrorCollector problems;
  for (const std::string& name : block.keys())
    problems.attempt([&] { definitions.push_back(readDefinition(block[name], name, find)); });
  return ParameterValues(definitions, file, settings, problems);
}

}  // namespace tenon::base
