// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/convergence/SolveStatistics.hpp"

namespace tenon::solver {

SolveStatistics combine(const SolveStatistics& before, const SolveStatistics& next) {
  SolveStatistics sum = next;
  sum.solves += before.solves;
  sum.setups += before.setups;
  sum.iterations += before.iterations;
  sum.inner_iterations += before.inner_iterations;
  sum.setup_seconds += before.setup_seconds;
  sum.solve_seconds += before.solve_seconds;
  return sum;
}

}  // namespace tenon::solver
