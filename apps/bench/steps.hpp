// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/Transient.hpp"
#include "base/Phases.hpp"
#include "la/matrices/SetupCounts.hpp"

namespace tenon::bench {

/// Measures the steps after the first one, and counts patterns, solvers and symbolic products that
/// these steps should not create.
class StepTimings {
 public:
  /// Runs a transient analysis. @note Collective.
  static StepTimings of(const analysis::Transient::Data& data, analysis::Equations& equations,
                        analysis::TangentSolver& solver, base::Phases& phases);

  /// Returns the medians per step of step_ms, assemble_ms, setup_ms, solve_ms, iterations and
  /// solves (both linear), and the totals of new_patterns, new_solvers and symbolic_products over
  /// all steps.
  nlohmann::ordered_json line() const;

 private:
  struct Sums {
    double time, assembly, setup, solve;
    int iterations, solves;
  };
  StepTimings(const base::Communicator& comm, base::Phases& phases);
  /// Records the end of a step, or the start (0). @note Collective.
  void add(int step, const analysis::Solution& solution);
  template <class Number>
  double medianOf(Number Sums::*of) const;

  base::Communicator comm_;
  base::Phases& phases_;
  double start_;
  std::vector<Sums> sums_;  // sums at the end of each step; sums_[0] is the start
  la::SetupCounts before_;
};

}  // namespace tenon::bench
