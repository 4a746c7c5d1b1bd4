#pragma once
#include <string>

#include "tenon/analysis/Analysis.hpp"

namespace tenon::analysis {

/// The lowest modes of vibration, without damping, in the space of what conditions and constraints admit:
///   K phi - G^T lambda = omega^2 M phi,   G phi + C lambda = 0,   phi . M phi = 1.
/// K is the tangent of the unloaded reference configuration; with `preload` that of the equilibrium under the loads and
/// prescribed displacements at `end_time`, which load steps find first: it includes the stiffness of stresses, loads
/// and multipliers there, and closed contacts are equations.
///
/// Sought as the largest theta = 1 / (omega^2 + s) of M phi = theta (K + s M) phi by SLEPc's Krylov-Schur method
/// (Stewart, SIAM J. Matrix Anal. Appl. 23 (2001), 601-614), where each product with the inverse of K + s M is a solve
/// of the saddle point; s > 0 makes bodies that nothing holds solvable, and K that is not positive. Or by LOBPCG, which
/// needs the preconditioner and the projection on the admissible space only; one inverse iteration of all modes ends
/// either. A mode of negative omega^2 grows: the state is unstable.
///
/// Modes of one frequency, and the signs of all, are chosen by how they move along x, y and z, so that they depend on
/// no partition. Each mode is a step, at the time of its number; the bodies are left in the shape of the last one.
class Modal : public Analysis {
 public:
  struct Data {
    int modes = 10;
    double shift = 0.0;  ///< s; 0: chosen
    double tolerance = 1e-6;
    std::string method = "krylov-schur";  ///< or "lobpcg"
    bool preload = false;
    int steps = 1;  ///< of the preload, as all that follow
    double end_time = 1.0;
    int cuts = 8, max_iterations = 25;
    double newton_tolerance = 1e-8;
    std::string line_search = "none";
  };
  static void declare(base::Parameters<Data>& p);

  explicit Modal(const Data& data) : data_(data) {}

  /// Of K alone: s is chosen in the run.
  Kinematics kinematics() const override { return {}; }
  int numSteps() const override { return data_.modes; }
  int solvesPerMatrix() const override { return 60; }
  /// With a preload no body may move without any force. InputError without masses, with constraints on velocities, and
  /// for forces whose stiffness is not symmetric.
  void requireHeld(Equations& equations) const override;

  /// Without a preload: that nothing is prescribed that would change K; loads that would are warned of.
  void requireBeginnable(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  using Analysis::run;
  /// @throws InputError if there are fewer modes than `last`, or prescribed displacements without `preload` would
  /// change K. @throws NotConvergedError if the preload has no equilibrium or the search fails.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  solver::SolveStatistics findState(Equations& equations, TangentSolver& solver, base::Phases& phases) const;

  Data data_;
};

}  // namespace tenon::analysis
