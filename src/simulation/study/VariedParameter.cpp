// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "VariedParameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "base/csv.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::simulation {
namespace {

constexpr double most_runs = 1e6;

[[noreturn]] void refuse(const std::string& sentence) {
  throw base::InputError(fmt::format("{}: {}", base::nameOfOption("--vary"), sentence));
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start != std::string::npos;) {
    const std::size_t end = text.find(separator, start);
    parts.push_back(text.substr(start, end == std::string::npos ? end : end - start));
    start = end == std::string::npos ? end : end + 1;
  }
  return parts;
}

double numberIn(const std::string& text, const std::string& word) {
  const std::optional<double> number = base::parseNumber(text);
  if (!number) refuse(fmt::format("{} in {} is not a number.", base::quote(text), base::quote(word)));
  return *number;
}

/// Appends the values of an entry, which is a number or a range.
void addEntry(const std::string& entry, const std::string& word, std::vector<double>& values) {
  const std::vector<std::string> parts = split(entry, ':');
  if (parts.size() == 1) return values.push_back(numberIn(entry, word));
  if (parts.size() != 3)
    refuse(
        fmt::format("the range {} in {} must have the form start:end:count.", base::quote(entry), base::quote(word)));
  const double start = numberIn(parts[0], word), end = numberIn(parts[1], word), count = numberIn(parts[2], word);
  if (count < 2 || count > most_runs || count != static_cast<int>(count))
    refuse(fmt::format("the count of the range {} in {} must be a whole number from 2 to {}.", base::quote(entry),
                       base::quote(word), static_cast<int>(most_runs)));
  const int last = static_cast<int>(count) - 1;
  for (int i = 0; i < last; ++i) values.push_back(start + i * (end - start) / last);
  values.push_back(end);
}

VariedParameter parseVariation(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals != std::string::npos && equals > 0 && equals + 1 == word.size())
    refuse(fmt::format("the parameter {} has no values.", base::quote(word.substr(0, equals))));
  if (equals == std::string::npos || equals == 0)
    refuse(fmt::format("a variation must have the form name=value,value,... or name=start:end:count, but is {}.",
                       base::quote(word)));
  VariedParameter parameter{word.substr(0, equals), {}};
  for (const std::string& entry : split(word.substr(equals + 1), ',')) addEntry(entry, word, parameter.values);
  std::set<double> seen;
  for (const double value : parameter.values)
    if (!seen.insert(value).second) refuse(fmt::format("the value {} occurs twice in {}.", value, base::quote(word)));
  return parameter;
}

}  // namespace

std::vector<VariedParameter> parseVariations(const std::vector<std::string>& words) {
  std::vector<VariedParameter> parameters;
  base::ErrorCollector problems;
  double runs = 1.0;
  for (const std::string& word : words)
    problems.attempt([&] {
      VariedParameter parsed = parseVariation(word);
      const auto is_same = [&](const VariedParameter& other) { return other.name == parsed.name; };
      if (std::any_of(parameters.begin(), parameters.end(), is_same))
        refuse(fmt::format("the parameter {} is varied twice.", base::quote(parsed.name)));
      runs *= static_cast<double>(parsed.values.size());
      parameters.push_back(std::move(parsed));
    });
  if (runs > most_runs)
    problems.attempt([] {
      refuse(fmt::format("a study may have at most {} runs: specify fewer values.", static_cast<int>(most_runs)));
    });
  problems.throwIfAny();
  return parameters;
}

}  // namespace tenon::simulation
