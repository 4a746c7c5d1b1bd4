// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

class Equations;

/// Variational integrator: discrete Euler-Lagrange equations of the Lagrangian by the trapezoidal
/// rule, with position constraints at the end of each step (RATTLE):
///   q_{n+1} = q_n + h v_n + h^2/2 x,   M x = f(q_n, t_n) + G(q_n)^T lambda,
///       Phi(q_{n+1}, t_{n+1}) = 0,
///   M (v_{n+1} - v_n - h/2 x) = h/2 (f(q_{n+1}, t_{n+1}) + G(q_{n+1})^T mu),
///       dPhi/dt(q_{n+1}, v_{n+1}) = 0.
///
/// The method is second-order accurate and symplectic. Conserved momenta are constant to round-off,
/// and the energy error remains bounded, for equal steps shorter than 2 / omega (Marsden and West,
/// Acta Numerica 10 (2001), 357-514, sections 2.3.2 and 3.5; Andersen, J. Comput. Phys. 52 (1983),
/// 24-34; Leyendecker, Marsden and Ortiz, ZAMM 88 (2008), 677-708). Forces are evaluated once per
/// step, and no system with K is solved.
///
/// Accelerations and multipliers at the end of a step are consistent with the state,
/// M a = f + G^T lambda; the next step begins with them.
class Variational : public Stepper {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  explicit Variational(const Data&) {}

  Kinematics kinematics(double) const override { return {0.0, 0.0, 1.0}; }
  /// @throws InputError for damping, 3D rigid bodies, constraints on velocities or with
  /// compliance, and at the start if steps are too long
  void begin(StepContext& context, double h, bool is_start) override;
  /// @throws InputError if a prescribed degree of freedom moves
  solver::SolveStatistics advance(StepContext& context, double h, double time) override;
  bool handlesVelocityJumps() const override { return true; }
  void accept(double, const StateVectors&, const StateVectors&) override { is_ready_ = true; }

 private:
  void requireFixedSupports(const Equations& equations, double size, const StateVectors& before,
                            const StateVectors& now) const;
  la::Vector moveToConstraints(StepContext& context, double h, double time, const StateVectors& now,
                               solver::SolveStatistics& statistics) const;

  // True if the solver is set up for M and G of the current state, at the end of an accepted step.
  bool is_ready_ = false;
};

}  // namespace tenon::analysis
