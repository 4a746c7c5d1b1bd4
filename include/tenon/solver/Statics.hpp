#pragma once
#include <functional>

#include "tenon/solver/LinearStatics.hpp"

namespace tenon::solver {

/// The case's `analysis: {type: static}` block.
struct StaticsParameters {
  int steps = 1;          ///< load steps, at t_i = i T / n
  double end_time = 1.0;  ///< T
  double tolerance = 1e-8;
  int max_iterations = 25;
  static void declare(base::Parameters<StaticsParameters>& p);
};

/// Equilibrium at the times of load steps, f(u, t) + G^T lambda + r = 0 and Phi(u) + C lambda = 0. Where all forces are
/// linear, one solve for each; else Newton's method, from the equilibrium of the step before.
class Statics {
 public:
  using AtStep = std::function<void(int step, double time, const StaticSolution&)>;

  /// `linear` does the linear solves and has to outlive this.
  Statics(system::MechanicalSystem& mechanics, LinearStatics& linear, const StaticsParameters& parameters)
      : mechanics_(mechanics), linear_(linear), parameters_(parameters) {}

  /// Collective. All steps, from the present motion. `at_step` is called when each is done, the bodies being there;
  /// the last solution is given back. Iterations and seconds are the sums over all solves. NotConvergedError where a
  /// linear solve or Newton's method fails.
  StaticSolution solve(const SolverParameters& solver, SolverOptions& options, base::Phases& phases,
                       const AtStep& at_step = {});

 private:
  system::MechanicalSystem& mechanics_;
  LinearStatics& linear_;
  StaticsParameters parameters_;
};

}  // namespace tenon::solver
