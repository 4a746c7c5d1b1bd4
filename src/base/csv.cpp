// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "csv.hpp"

#include <cmath>
#include <cstdlib>

namespace tenon::base {
namespace {

bool isBlank(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r';
}

/// Removes the first field from the line, but not the comma that follows; a comment ends the line.
std::string extractField(std::string_view& line) {
  std::string field;
  std::size_t num_kept = 0;  // length up to the last character that is not blank
  bool is_quoted = false;
  while (!line.empty()) {
    const char letter = line.front();
    if (!is_quoted && letter == ',') break;
    if (!is_quoted && letter == '#') {
      line = {};
      break;
    }
    line.remove_prefix(1);
    const bool is_mark = letter == '"';
    if (is_mark && is_quoted && !line.empty() && line.front() == '"') {
      line.remove_prefix(1);
    } else if (is_mark) {
      is_quoted = !is_quoted;
      continue;
    }
    if (!is_quoted && isBlank(letter) && field.empty()) continue;
    field += letter;
    if (is_quoted || !isBlank(letter)) num_kept = field.size();
  }
  field.resize(num_kept);
  return field;
}

}  // namespace

std::vector<std::string> splitCsvLine(std::string_view line) {
  std::vector<std::string> fields{extractField(line)};
  if (line.empty() && fields.front().empty()) return {};
  while (!line.empty()) {
    line.remove_prefix(1);
    fields.push_back(extractField(line));
  }
  return fields;
}

std::optional<double> parseNumber(const std::string& field) {
  char* end = nullptr;
  const double value = std::strtod(field.c_str(), &end);
  if (field.empty() || *end != '\0' || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace tenon::base
