// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Comma-separated values, in the format that all readers of tenon accept.
namespace tenon::base {

/// Splits a line into fields. White space around a field is ignored. A quoted field may contain
/// commas, '#' and doubled quotation marks. An unquoted '#' begins a comment.
/// @return the fields; empty if the line contains only white space or a comment
std::vector<std::string> splitCsvLine(std::string_view line);

/// Converts an entire field to a number.
/// @return the number; nullopt if the field is not a finite number
std::optional<double> parseNumber(const std::string& field);

}  // namespace tenon::base
