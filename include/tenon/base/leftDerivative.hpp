// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

#include "tenon/base/History.hpp"

namespace tenon::base {

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
