#pragma once
#include <functional>
#include <gsl/span>
#include <string>
#include <vector>

namespace tenon::mapping {

/// visit("file:line", values of the columns) for each row of a CSV file of numbers, in their order. The first line
/// names the columns, which may stand in any order. Read on every rank, a piece at a time. InputError with file and
/// line for columns that are missing or unknown, and fields that are no numbers; FileError where it cannot be read.
void forEachRow(const std::string& path, const std::string& what, const std::vector<std::string>& columns,
                const std::function<void(const std::string& where, gsl::span<const double> row)>& visit);

}  // namespace tenon::mapping
