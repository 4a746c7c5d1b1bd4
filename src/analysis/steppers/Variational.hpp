#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// The discrete Euler-Lagrange equations of the Lagrangian by the trapezoidal rule, under constraints on positions at
/// the end of every step (RATTLE):
///   q_{n+1} = q_n + h v_n + h^2/2 x,           M x = f(q_n, t_n) + G(q_n)^T lambda,   Phi(q_{n+1}, t_{n+1}) = 0,
///   M (v_{n+1} - v_n - h/2 x) = h/2 (f(q_{n+1}, t_{n+1}) + G(q_{n+1})^T mu),          dPhi/dt(q_{n+1}, v_{n+1}) = 0.
/// Second order, symplectic: momenta that nothing changes stay to arithmetic, the energy stays within bounds for steps
/// of one length, which have to be shorter than 2 / omega (Marsden and West, Acta Numerica 10 (2001), 357-514, sections
/// 2.3.2 and 3.5; Andersen, J. Comput. Phys. 52 (1983), 24-34; Leyendecker, Marsden and Ortiz, ZAMM 88 (2008),
/// 677-708). Forces are evaluated once a step, and K is never solved with.
///
/// Accelerations and multipliers at the end of a step are those that fit there, M a = f + G^T lambda; those of the next
/// step begin with them.
class Variational : public Stepper {
 public:
  static std::unique_ptr<Stepper> make(const StepperParameters&) { return std::make_unique<Variational>(); }

  Kinematics kinematics(double) const override { return {0.0, 0.0, 1.0}; }
  /// InputError for damping, rigid bodies in space, constraints on velocities or with compliance, and at the start for
  /// steps that are too long.
  void begin(Stage& stage, double h, bool is_start) override;
  /// InputError where what a condition holds moves.
  solver::SolveStatistics advance(Stage& stage, double h, double time) override;
  bool followsJumps() const override { return true; }
  void accept(double, const MotionVectors&, const MotionVectors&) override { is_ready_ = true; }

 private:
  void requireHeldStill(const Equations& equations, double size, const MotionVectors& before,
                        const MotionVectors& now) const;
  la::Vector moveToConstraints(Stage& stage, double h, double time, const MotionVectors& now,
                               solver::SolveStatistics& statistics) const;

  bool is_ready_ = false;  // the solver is that of the M and G there, of a step that was accepted
};

}  // namespace tenon::analysis
