// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"

// Comparison of repeated computations.
namespace tenon::analysis::testing {

/// Returns true if the condition holds on all ranks. @note Collective.
inline bool onAllRanks(bool holds) {
  return base::Communicator::world().all(holds);
}

/// Returns the tolerance within which repeated computations agree: 0 on one rank. On several ranks,
/// the direct solver adds the contributions of other ranks in the order in which their messages
/// arrive. The resulting round-off can change the number of Newton iterations; results then agree
/// to the tolerance of Newton's method, which is 1e-8 relative to the forces.
inline double repeatability() {
  return base::Communicator::world().size() == 1 ? 0.0 : 1e-5;
}

/// Returns a description of the largest difference of two computations, relative to the larger
/// value and at least to `scale`; empty if it is at most `tolerance`.
inline std::string difference(const std::vector<double>& a, const std::vector<double>& b, double tolerance,
                              double scale) {
  if (a.size() != b.size()) return fmt::format("{} values instead of {}", b.size(), a.size());
  std::string worst;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double relative = std::abs(a[i] - b[i]) / std::max({scale, std::abs(a[i]), std::abs(b[i])});
    if (relative <= tolerance) continue;  // false for NaN
    tolerance = relative;
    worst = fmt::format("value {} of {} is {:.16g} instead of {:.16g}", i, a.size(), b[i], a[i]);
  }
  return worst;
}

}  // namespace tenon::analysis::testing
