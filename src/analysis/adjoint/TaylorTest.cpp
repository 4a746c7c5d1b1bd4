// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "TaylorTest.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tenon::analysis {

TaylorTest runTaylorTest(double value, double slope, const std::function<double(double h)>& evaluate, double step,
                         int halvings, double error) {
  TaylorTest test;
  test.order = std::numeric_limits<double>::infinity();
  double h = step, size = std::abs(value);
  for (int k = 0; k <= halvings; ++k, h *= 0.5) {
    const double moved = evaluate(h);
    size = std::max(size, std::abs(moved));
    test.steps.push_back(h);
    test.without.push_back(std::abs(moved - value));
    test.with.push_back(std::abs(moved - value - h * slope));
    test.is_round_off.push_back(test.with.back() <= error * size ? 1 : 0);
  }
  for (std::size_t k = 1; k < test.steps.size(); ++k) {
    test.orders_without.push_back(std::log2(test.without[k - 1] / test.without[k]));
    test.orders_with.push_back(std::log2(test.with[k - 1] / test.with[k]));
    if (test.is_round_off[k] == 0 || test.is_round_off[k - 1] == 0)
      test.order = test.is_round_off[k] != 0 ? test.order : std::min(test.order, test.orders_with.back());
  }
  return test;
}

bool TaylorTest::isPassed() const {
  constexpr double smallest_order = 1.9;
  return std::isinf(order) ? order > 0.0 && is_round_off.back() != 0 : order >= smallest_order;
}

}  // namespace tenon::analysis
