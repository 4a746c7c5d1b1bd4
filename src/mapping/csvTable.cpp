// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "csvTable.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/InputFile.hpp"
#include "base/csv.hpp"
#include "tenon/base/Error.hpp"

namespace tenon::mapping {
namespace {

/// Calls visit for all lines of a file. Only one piece of the file is in memory at a time.
template <class Visit>
void forEachLine(const std::string& path, const std::string& what, Visit&& visit) {
  constexpr std::size_t piece = 1 << 20;
  const base::InputFile file(what, path);
  std::string held;
  for (std::size_t left = file.size(); left > 0;) {
    const std::size_t bytes = std::min(left, piece), before = held.size();
    held.resize(before + bytes);
    file.read(&held[before], bytes);
    left -= bytes;
    std::size_t first = 0;
    for (std::size_t end = held.find('\n'); end != std::string::npos; end = held.find('\n', first)) {
      visit(std::string_view(held).substr(first, end - first));
      first = end + 1;
    }
    held.erase(0, first);
  }
  if (!held.empty()) visit(std::string_view(held));
}

}  // namespace

void forEachRow(const std::string& path, const std::string& what, const std::vector<std::string>& columns,
                const std::function<void(const std::string& where, gsl::span<const double> row)>& visit) {
  long line = 0;
  std::vector<std::size_t> places;  // positions of the columns among the fields
  std::vector<double> row(columns.size());
  forEachLine(path, what, [&](std::string_view text) {
    ++line;
    const std::vector<std::string> fields = base::splitCsvLine(text);
    if (fields.empty()) return;
    const auto where = [&] { return fmt::format("{}:{}", path, line); };
    if (fields.size() != columns.size())
      throw base::InputError(
          fmt::format("{}: the number of fields is {}, but there must be one field for each of the columns {}.",
                      where(), fields.size(), fmt::join(columns, ", ")));
    if (places.empty()) {
      for (const std::string& column : columns) {
        const auto at = std::find(fields.begin(), fields.end(), column);
        if (at == fields.end())
          throw base::InputError(fmt::format("{}: the column '{}' is missing; the first line must name {}.", where(),
                                             column, fmt::join(columns, ", ")));
        places.push_back(static_cast<std::size_t>(at - fields.begin()));
      }
      return;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto value = base::parseNumber(fields[places[i]]);
      if (!value)
        throw base::InputError(
            fmt::format("{}: '{}' in column '{}' is not a number.", where(), fields[places[i]], columns[i]));
      row[i] = *value;
    }
    visit(where(), row);
  });
}

}  // namespace tenon::mapping
