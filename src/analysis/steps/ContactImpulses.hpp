#pragma once
#include "tenon/analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// What touches in steps of second order, where neither energy is to grow nor anything to chatter.
///
/// In such a step forces of contacts are impulses at its end, and no part of the accelerations that the next one begins
/// with: with x the unknowns, which move q by p and v by w, and lambda the multipliers of rows with bounds,
///   x = x_s + x_c,   [M G_e^T; G_e 0] [x_c; -mu] = [G_b^T lambda; 0],
/// x_s being what the next step begins with (Kane, Repetto, Ortiz and Marsden, Comput. Methods Appl. Mech. Eng. 180
/// (1999), 1-26). Where the step ends with p = h w / 2, the work of contacts is lambda . (g_n - g_n+1) <= 0. What is
/// closed keeps no velocity along its rows,
///   [M G_a^T; G_a 0] [dv; -pi] = [0; -(G_a v + dPhi/dt)],   v <- v + dv,
/// the nearest in the norm of the mass, so that kinetic energy falls: what it does to the displacements of the next
/// step is the prediction of Deuflhard, Krause and Ertel, A contact-stabilized Newmark method for dynamical contact
/// problems, Int. J. Numer. Meth. Engng 73 (2008), 1274-1290. Multipliers then become the mean forces over the step,
/// (w lambda + pi) / h, and accelerations those that belong to them.
class ContactImpulses {
 public:
  /// Both have to outlive this.
  ContactImpulses(Equations& equations, TangentSolver& solver) : equations_(equations), solver_(solver) {}

  /// Collective. Ends a step of length h to `time`, whose unknowns were solved for: gives x_s. Two solves with M where
  /// anything touches. NotConvergedError where the solver fails.
  la::Vector endStep(double time, double h, base::Phases& phases);
  /// Of the solves of the last endStep().
  const solver::SolveStatistics& statistics() const { return statistics_; }

 private:
  std::vector<char> boundRows() const;
  void bodiesAlone(double h, const MotionVectors& now, Vec multipliers, bool with_bounds);
  la::Vector minusRates(Vec v, const std::vector<char>& bound) const;

  Equations& equations_;
  TangentSolver& solver_;
  solver::SolveStatistics statistics_;
};

}  // namespace tenon::analysis
