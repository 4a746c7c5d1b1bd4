// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "tenon/base/CaseNode.hpp"

namespace tenon::base {

/// Factor that is a piecewise linear function of time. Before the first entry of its table, the
/// factor equals the first value; after the last entry, it equals the last value. Without a table,
/// the factor is 1.
class History {
 public:
  using Table = std::vector<std::pair<double, double>>;  ///< Pairs of time and factor.

  /// Creates a history without a table. Its factor is 1 at all times.
  History() = default;
  /// Creates a history from a table.
  /// @param table  pairs of time and factor, with strictly ascending times
  /// @throws InputError if the table is empty or if the times are not strictly ascending.
  explicit History(Table table);

  /// Returns the factor at the given time.
  double operator()(double time) const;
  /// Table of times and factors; empty if the factor is 1.
  const Table& table() const { return table_; }

 private:
  Table table_;
};

// Overloads for parameters of type History, whose values have the form [[0, 0], [1.5, 1]].
/// Reads a history from a table of times and factors.
/// @param node   list of lists [time, factor]
/// @param value  receives the history
/// @throws InputError if the node is not a list, if an entry is not a pair of numbers, if the table
///   is empty, or if the times are not strictly ascending.
void readValue(const CaseNode& node, History& value);
/// Formats the table in case-file notation, or returns "1 at all times" if there is no table.
std::string printValue(const History& value);
/// Returns the type name of histories, for messages and help texts.
inline const char* typeName(const History*) {
  return "[[time, factor], ..]";
}

}  // namespace tenon::base
