// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "PersistentContacts.hpp"
#include "analysis/TangentSolver.hpp"

namespace tenon::analysis {

/// Contact impulses at the end of a step of a second-order time integrator. They prevent growth of
/// the energy and alternating multipliers.
///
/// Contact forces act as impulses at the end of a step and are excluded from the accelerations with
/// which the next step begins. Let x be the unknowns, which change q by p x and v by w x, and
/// lambda_b the multipliers of rows with bounds. The part of x caused by contacts follows from
///   [M G_e^T; G_e 0] [x_c; -mu] = [G_b^T lambda_b; 0]
/// (Kane, Repetto, Ortiz and Marsden, Comput. Methods Appl. Mech. Eng. 180 (1999), 1-26). If
/// p = h w / 2, the work of the contacts is lambda_b . (g_n - g_n+1) <= 0.
///
/// The velocities are then projected onto all active rows, those of joints and of closed contacts,
///   [M G^T; G 0] [dv; -pi] = [0; -(G v + dPhi/dt)],   v <- v + dv,
/// in the norm of the mass, so that the kinetic energy decreases. The effect on the displacements
/// of the next step is the prediction of Deuflhard, Krause and Ertel, A contact-stabilized Newmark
/// method for dynamical contact problems, Int. J. Numer. Meth. Engng 73 (2008), 1274-1290.
///
/// A slipping node is also subject to friction impulses: pi_t = lambda_t / lambda_n pi_n. In an
/// impact this friction is limited to what stops the slip.
///
/// The next step begins with the accelerations that are consistent with these velocities and the
/// joints alone,
///   [M G_e^T; G_e 0] [x_s; -lambda_s] = [f(q, v); -d^2 Phi_e/dt^2|a=0],
/// because those of the step itself belong to the rotations before the impact. The multipliers
/// become the mean forces over the step, (w lambda_b + pi) / h and lambda_s + (w mu + pi) / h, and
/// the accelerations those that belong to them.
class ContactImpulses {
 public:
  /// Creates the object; both arguments must outlive it.
  ContactImpulses(Equations& equations, TangentSolver& solver)
      : equations_(equations), solver_(solver), persistent_(equations) {}

  /// Stores the state before a step. @note Collective.
  void beginStep() { persistent_.beginStep(); }
  /// Ends a step of length h to `time`, whose unknowns have been solved for. Requires three to
  /// seven solves with M if any contact is active.
  /// @return the accelerations x_s with which the next step begins
  /// @throws NotConvergedError if the solver fails
  /// @note Collective.
  la::Vector endStep(double time, double h, base::Phases& phases);
  /// Returns true if a contact has closed in the step of the last endStep() that was open before.
  bool hasImpact() const { return has_impact_; }
  /// Returns the statistics of the solves of the last endStep().
  const solver::SolveStatistics& statistics() const { return statistics_; }

 private:
  /// Changes of accelerations or velocities, and the corresponding multipliers.
  struct ImpulseResponse {
    la::Vector x, multipliers;
  };

  void place(double h, const StateVectors& now, Vec multipliers);
  ImpulseResponse solve(Vec force, Vec rates);
  ImpulseResponse responseToContacts(double h, const StateVectors& now, Vec of_bounds, base::Phases& phases);
  ImpulseResponse jump(double h, StateVectors& now, Vec multipliers, const ImpulseResponse& contacts,
                       base::Phases& phases);
  void slip(double h, Vec multipliers, ImpulseResponse& jump, Vec v);
  la::Vector addRotationCorrection(const ImpulseResponse& contacts, const ImpulseResponse& jump, Vec rates);
  double rateOf(Vec v) const;
  ImpulseResponse responseWithoutContacts(double time, double h, const StateVectors& now, base::Phases& phases);

  Equations& equations_;
  TangentSolver& solver_;
  PersistentContacts persistent_;
  solver::SolveStatistics statistics_;
  bool has_impact_ = false;
};

}  // namespace tenon::analysis
