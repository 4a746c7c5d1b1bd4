// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <vector>

namespace tenon::analysis {

/// Result of a Taylor test in a direction d with steps h.
struct TaylorTest {
  std::vector<double> steps;                        ///< steps h, each half of the preceding one
  std::vector<double> without;                      ///< remainders |J(p + h d) - J(p)|
  std::vector<double> with;                         ///< remainders |J(p + h d) - J(p) - h g . d|
  std::vector<double> orders_without, orders_with;  ///< observed orders between consecutive steps
  std::vector<char> is_round_off;                   ///< true for each step whose second remainder is round-off
  double order = 0.0;                               ///< smallest observed order of `with` above round-off

  /// Returns true if the gradient passes: all orders above round-off are at least 1.9, or the
  /// function is linear to round-off.
  bool isPassed() const;
};

/// Compares J(p + h d) with its first-order expansion for h, h/2, h/4, ...
/// @param value     J(p)
/// @param slope     g . d
/// @param evaluate  function that returns J(p + h d)
/// @param step      first step h
/// @param halvings  number of halvings
/// @param error     relative error of J by round-off and the tolerance of the solver
TaylorTest runTaylorTest(double value, double slope, const std::function<double(double h)>& evaluate, double step,
                         int halvings, double error);

}  // namespace tenon::analysis
