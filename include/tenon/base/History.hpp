// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>
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
  using Table = std::vector<std::pair<double, double>>;  ///< pairs of time and factor

  /// Creates a history without a table. Its factor is 1 at all times.
  History() = default;
  /// Creates a history from a table.
  /// @param table  pairs of time and factor, with strictly ascending times
  /// @throws InputError if the table is empty or if the times are not strictly ascending
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
///   is empty, or if the times are not strictly ascending
void readValue(const CaseNode& node, History& value);
/// Formats the table in case-file notation, or returns "1 at all times" if there is no table.
std::string printValue(const History& value);
/// Returns the type name of histories, for messages and help texts.
inline const char* typeName(const History*) {
  return "[[time, factor], ..]";
}

/// Interface for quantities that are tabulated over time. Adaptive time stepping ends a step at
/// each time in the table.
class TabulatedInTime {
 public:
  virtual ~TabulatedInTime() = default;
  /// History of the quantity; its times are in the time unit of the case.
  virtual const History& history() const = 0;
};

/// Returns the left-hand time derivative [1/time] of a history at the given time. The derivative is
/// 0 up to and including the first time in the table, after the last time, and if there is no
/// table. A time that exceeds the time of an entry only by round-off is treated as equal to it.
inline double leftDerivative(const History& history, double time) {
  constexpr double round_off = 1e-12;  // relative tolerance for times that exceed a table entry by round-off
  const auto& table = history.table();
  const auto next = std::lower_bound(table.begin(), table.end(), time - round_off * std::abs(time),
                                     [](const auto& entry, double t) { return entry.first < t; });
  if (next == table.begin() || next == table.end()) return 0.0;
  const auto last = next - 1;
  return (next->second - last->second) / (next->first - last->first);
}

}  // namespace tenon::base
