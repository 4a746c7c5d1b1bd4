// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/base/History.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace tenon::base {

History::History(Table table) : table_(std::move(table)) {
  if (table_.empty()) throw InputError("A history must have at least one entry, in the form [[time, factor], ...].");
  for (std::size_t i = 1; i < table_.size(); ++i)
    if (!(table_[i].first > table_[i - 1].first))
      throw InputError(fmt::format("The times of a history must be strictly increasing, but {} follows {}.",
                                   table_[i].first, table_[i - 1].first));
}

double History::operator()(double time) const {
  if (table_.empty()) return 1.0;
  const auto next =
      std::upper_bound(table_.begin(), table_.end(), time, [](double t, const auto& entry) { return t < entry.first; });
  if (next == table_.begin()) return next->second;
  const auto last = next - 1;
  if (next == table_.end()) return last->second;
  const double share = (time - last->first) / (next->first - last->first);
  return last->second + share * (next->second - last->second);
}

void readValue(const CaseNode& node, History& value) {
  History::Table table;
  for (const CaseNode& item : node.items()) {
    const auto numbers = item.items();
    if (numbers.size() != 2)
      item.fail(fmt::format("an entry must be [time, factor], but its length is {}.", numbers.size()));
    table.emplace_back(numbers[0].number(), numbers[1].number());
  }
  try {
    value = History(std::move(table));
  } catch (const InputError& error) {
    node.fail(error.what());
  }
}

std::string printValue(const History& value) {
  if (value.table().empty()) return "1 at all times";
  std::string text;
  for (const auto& [time, factor] : value.table())
    text += fmt::format("{}[{}, {}]", text.empty() ? "" : ", ", time, factor);
  return "[" + text + "]";
}

}  // namespace tenon::base
