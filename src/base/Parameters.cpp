// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/Parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "tenon/base/Error.hpp"
#include "tenon/base/check.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::base {
namespace detail {
namespace {

void readRow(const ParameterRow& row, const CaseNode& node, void* data) {
  if (const auto value = node.find(row.info.name, row.info.former_names)) return row.readValue(*value, data);
  if (row.info.required)
    node.fail(fmt::format("the parameter '{}' is missing: {}{}.", row.info.name, row.info.help,
                          row.info.unit.empty() ? "" : ", in " + row.info.unit));
}

void readRows(const ParameterRows& rows, const CaseNode& node, void* data, ErrorCollector& problems) {
  for (const ParameterRow& row : rows) problems.attempt([&] { readRow(row, node, data); });
  problems.throwIfAny();
}

}  // namespace

std::string ParameterRow::violatedCondition(double number) const {
  if (!std::isfinite(number)) return fmt::format("must be a finite number, but is {}", number);
  for (const auto& [holds, sentence] : conditions)
    if (!holds(number)) return fmt::format("{}, but is {}", sentence, number);
  return {};
}

void ParameterRow::readValue(const CaseNode& node, void* data) const {
  read(node, data);
  if (value)
    if (const std::string wrong = violatedCondition(value(data)); !wrong.empty())
      node.fail(fmt::format("'{}' {}.", info.name, wrong));
  for (const auto& [former, standard] : info.former_values)
    if (set_text && text(data) == former) {  // include() leaves this to the included row
      node.reportFormerName(former, standard);
      set_text(data, standard);
      break;
    }
  if (!names.empty() && !contains(names, text(data)))
    node.fail(fmt::format("'{}' cannot be '{}'{}", info.name, text(data), suggestionFor(text(data), names)));
}

std::vector<ParameterInfo> infosOf(const ParameterRows& rows) {
  std::vector<ParameterInfo> list;
  for (const ParameterRow& row : rows) list.push_back(row.info);
  return list;
}

void readParameters(const ParameterRows& rows, const CaseNode& node, std::vector<std::string> others,
                    std::vector<std::string> former_others, void* data) {
  ErrorCollector problems;
  for (const ParameterRow& row : rows) {
    others.push_back(row.info.name);
    former_others.insert(former_others.end(), row.info.former_names.begin(), row.info.former_names.end());
  }
  if (node.isDefined() && !node.isMap()) node.requireKnownKeys(others, former_others);  // one error, not one per key
  problems.attempt([&] { node.requireKnownKeys(others, former_others); });
  readRows(rows, node, data, problems);
}

void readParametersIgnoringOtherKeys(const ParameterRows& rows, const CaseNode& node, void* data) {
  ErrorCollector problems;
  readRows(rows, node, data, problems);
}

}  // namespace detail

ParameterEntry& ParameterEntry::positive() {
  return require([](double v) { return v > 0; }, "must be positive");
}

ParameterEntry& ParameterEntry::nonNegative() {
  return require([](double v) { return v >= 0; }, "must not be negative");
}

ParameterEntry& ParameterEntry::atMost(double most) {
  return require([=](double v) { return v <= most; }, fmt::format("must not exceed {}", most));
}

ParameterEntry& ParameterEntry::between(double low, double high) {
  return require([=](double v) { return v > low && v < high; },
                 fmt::format("must lie strictly between {} and {}", low, high));
}

ParameterEntry& ParameterEntry::defaultsTo(const std::string& description) {
  row_.info.default_value = description;
  return *this;
}

ParameterEntry& ParameterEntry::oneOf(std::vector<std::string> names) {
  row_.info.help += fmt::format(" ({})", fmt::join(names, " | "));
  row_.names = std::move(names);
  return *this;
}

ParameterEntry& ParameterEntry::formerly(std::vector<std::string> names) {
  row_.info.former_names = std::move(names);
  return *this;
}

ParameterEntry& ParameterEntry::formerValues(std::vector<std::pair<std::string, std::string>> names) {
  ensure(row_.set_text != nullptr, "Only strings have former values, but '" + row_.info.name + "' is not a string.");
  row_.info.former_values = std::move(names);
  return *this;
}

ParameterEntry& ParameterEntry::require(std::function<bool(double)> condition, const std::string& sentence) {
  row_.conditions.emplace_back(std::move(condition), sentence);
  return *this;
}

}  // namespace tenon::base
