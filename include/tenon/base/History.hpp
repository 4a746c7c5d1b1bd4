// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Factor that is a piecewise linear function of time. The factor equals the first value before the
/// first entry of the table, and the last value after the last entry. Without a table the factor is
/// 1.
class History {
 public:
  using Table = std::vector<std::pair<double, double>>;  ///< Pairs of time and factor.

  /// Creates a history without a table, whose factor is 1.
  History() = default;
  /// Creates a history from a table.
  /// @param table  pairs of time and factor, with strictly ascending times
  /// @throws InputError if the table is empty or if the times are not ascending.
  explicit History(Table table);

  /// Returns the factor at a time.
  double operator()(double time) const;
  /// Table of times and factors; empty if the factor is 1.
  const Table& table() const { return table_; }

 private:
  Table table_;
};

// Histories as parameters, such as [[0, 0], [1.5, 1]].
/// Reads a table of times and factors.
/// @param node   list of lists [time, factor]
/// @param value  receives the history
/// @throws InputError if an entry is not a pair of numbers, if the table is empty, or if the times
///   are not ascending.
void readValue(const CaseNode& node, History& value);
/// Returns the table in the notation of case files; "1 at all times" if there is no
/// table.
std::string printValue(const History& value);
/// Returns the name of the parameter type.
inline const char* typeName(const History*) {
  return "[[time, factor], ..]";
}

}  // namespace tenon::base
