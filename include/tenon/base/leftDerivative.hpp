// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

#include "tenon/base/History.hpp"

namespace tenon::base {

/// Returns the left-hand derivative of a history with respect to time at `time`, in units of
/// 1/time. The derivative is 0 up to the first time of the table, after the last one, and without a
/// table. A time that exceeds an entry of the table by round-off counts as the time of this entry.
inline double leftDerivative(const History& history, double time) {
  constexpr double round_off = 1e-12;  // tolerance for times that exceed a table entry by round-off
  const auto& table = history.table();
  const auto next = std::lower_bound(table.begin(), table.end(), time - round_off * std::abs(time),
                                     [](const auto& entry, double t) { return entry.first < t; });
  if (next == table.begin() || next == table.end()) return 0.0;
  const auto last = next - 1;
  return (next->second - last->second) / (next->first - last->first);
}

}  // namespace tenon::base
