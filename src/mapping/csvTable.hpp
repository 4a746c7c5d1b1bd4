// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <gsl/span>
#include <string>
#include <vector>

namespace tenon::mapping {

/// Calls visit("file:line", values of the columns) for each row of a CSV file of numbers, in order.
/// The first line names the columns in any order. Every rank reads the file piece by piece.
/// @throws InputError with file and line if columns are missing or unknown, or if a field is not a
///   number
/// @throws FileError if the file cannot be read
void forEachRow(const std::string& path, const std::string& what, const std::vector<std::string>& columns,
                const std::function<void(const std::string& where, gsl::span<const double> row)>& visit);

}  // namespace tenon::mapping
