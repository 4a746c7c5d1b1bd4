#pragma once
#include <nlohmann/json.hpp>
#include <vector>

#include "tenon/analysis/Transient.hpp"
#include "tenon/base/Phases.hpp"
#include "tenon/la/SetupCounts.hpp"

namespace tenon::bench {

/// What the steps of a motion after the first one take, and make that they should not.
class Steps {
 public:
  /// Collective. Runs a motion.
  static Steps of(const analysis::Transient::Data& how, analysis::Equations& equations, analysis::TangentSolver& solver,
                  base::Phases& phases);

  /// step_ms, assemble_ms, setup_ms, solve_ms, its (iterations) and solves, linear ones, of a step: medians;
  /// new_patterns, new_solvers, symbolic_products of all steps together.
  nlohmann::ordered_json line() const;

 private:
  struct Sums {
    double time, assembly, setup, solve;
    int iterations, solves;
  };
  Steps(const base::Communicator& comm, base::Phases& phases);
  /// Collective. The end of a step, or the start (0).
  void add(int step, const analysis::Solution& solution);
  template <class Number>
  double medianOf(Number Sums::*of) const;

  base::Communicator comm_;
  base::Phases& phases_;
  double start_;
  std::vector<Sums> sums_;  // at the end of each step; sums_[0] is the start
  la::SetupCounts before_;
};

}  // namespace tenon::bench
