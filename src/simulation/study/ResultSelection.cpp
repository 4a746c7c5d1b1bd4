// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ResultSelection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "StudyTable.hpp"
#include "base/interface/interfaceNames.hpp"
#include "base/quote.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::simulation {
namespace {

using nlohmann::json;

bool hasNames(const json& list) {
  return !list.empty() && list.front().is_object() && list.front().contains("name");
}

std::optional<std::size_t> indexIn(const std::string& part) {
  if (part.empty() || part.size() > 6 || part.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::stoul(part);
}

/// Search for a result in a summary. Names of objects and constraints may contain dots; therefore
/// the longest possible key is taken first.
class Search {
 public:
  Search(const json& summary, const std::string& name) : name_(name) { end_ = descend(summary, 0); }

  /// Returns the result; nullptr if it is not there.
  const json* result() const { return end_; }
  /// Returns true if the name denotes an entry of a list that is empty in this summary.
  bool mayAppearLater() const { return may_appear_later_; }
  /// Returns the names that could continue the part of the name that was found.
  const std::vector<std::string>& choices() const { return choices_; }
  /// Returns the part of the name behind the part that was found.
  std::string rest() const { return name_.substr(deepest_); }

 private:
  const json* descend(const json& at, std::size_t start) {
    if (start > name_.size()) return endAt(at);
    note(at, start);
    for (std::size_t end = name_.size(); end != std::string::npos && end > start;
         end = end == 0 ? std::string::npos : name_.rfind('.', end - 1)) {
      if (end < start) break;
      const json* below = child(at, name_.substr(start, end - start));
      if (below == nullptr) continue;
      if (const json* found = descend(*below, end + 1)) return found;
    }
    return nullptr;
  }

  const json* endAt(const json& at) {
    if (at.is_object() && at.contains("value")) return &at["value"];
    if (!at.is_object() && !at.is_array()) return &at;
    note(at, name_.size() + 1);
    return nullptr;
  }

  const json* child(const json& at, const std::string& part) {
    if (at.is_object()) return at.contains(part) ? &at[part] : nullptr;
    if (!at.is_array()) return nullptr;
    for (const json& entry : at)
      if (entry.is_object() && entry.contains("name") && entry["name"] == part) return &entry;
    static const std::vector<std::string> axes{"x", "y", "z"};
    const auto axis = std::find(axes.begin(), axes.end(), part);
    if (at.size() == 3 && at.front().is_number() && axis != axes.end())
      return &at[static_cast<std::size_t>(axis - axes.begin())];
    const std::optional<std::size_t> index = indexIn(part);
    if (index && at.empty()) may_appear_later_ = true;
    return index && *index < at.size() ? &at[*index] : nullptr;
  }

  /// Remembers the deepest place that the name has reached.
  void note(const json& at, std::size_t start) {
    if (start < deepest_) return;
    deepest_ = std::min(start, name_.size());
    choices_.clear();
    if (at.is_object())
      for (const auto& [key, value] : at.items()) choices_.push_back(key);
    else if (at.is_array() && hasNames(at))
      for (const json& entry : at) choices_.push_back(entry["name"].get<std::string>());
    else if (at.is_array() && at.size() == 3)
      choices_ = {"x", "y", "z"};
  }

  const std::string& name_;
  const json* end_ = nullptr;
  std::size_t deepest_ = 0;
  bool may_appear_later_ = false;
  std::vector<std::string> choices_;
};

void requireIn(const json& example, const std::string& name) {
  const Search search(example, name);
  if (search.result() != nullptr || search.mayAppearLater()) return;
  if (search.rest().empty())
    throw base::InputError(fmt::format("{}: the result {} is a group of results: append one of the names {}.",
                                       base::nameOfOption("--select"), base::quote(name),
                                       base::joinNames(search.choices())));
  throw base::InputError(fmt::format("{}: the summary has no result {}: there is no {}{}",
                                     base::nameOfOption("--select"), base::quote(name), base::quote(search.rest()),
                                     base::suggestionFor(search.rest(), search.choices())));
}

std::string fieldOf(const json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return value.is_string() ? csvField(value.get<std::string>()) : value.dump();
}

}  // namespace

ResultSelection::ResultSelection(const std::vector<std::string>& names, const json& example)
    : names_(names.empty() ? defaultNames(example) : names) {
  base::ErrorCollector problems;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    if (std::find(names_.begin(), names_.begin() + static_cast<long>(i), names_[i]) !=
        names_.begin() + static_cast<long>(i))
      problems.add(
          fmt::format("{}: the result {} is selected twice.", base::nameOfOption("--select"), base::quote(names_[i])));
    problems.attempt([&] { requireIn(example, names_[i]); });
  }
  problems.throwIfAny();
}

std::vector<std::string> ResultSelection::defaultNames(const json& example) {
  std::vector<std::string> names;
  for (const json& object : example.at("objects"))
    for (const char* result : {"largest_displacement", "largest_von_mises"})
      if (object.contains(result))
        names.push_back(fmt::format("objects.{}.{}", object["name"].get<std::string>(), result));
  if (!example.at("energy").is_null()) names.emplace_back("energy");
  names.emplace_back("solver.iterations");
  return names;
}

std::vector<std::string> ResultSelection::fieldsOf(const json& summary) const {
  std::vector<std::string> fields;
  for (const std::string& name : names_) {
    const json* const value = Search(summary, name).result();
    fields.push_back(value == nullptr ? "" : fieldOf(*value));
  }
  return fields;
}

}  // namespace tenon::simulation
