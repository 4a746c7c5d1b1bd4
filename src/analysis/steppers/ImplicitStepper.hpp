// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "analysis/Stepper.hpp"

namespace tenon::analysis {

/// Implicit time integrator, which fulfils the equations at the end of the step with the
/// accelerations a there as unknowns:
///   q = q_n (+) (d0 + p a),   v = v0 + w a
/// (see Kinematics). A derived class provides p, w, d0 and v0.
class ImplicitStepper : public Stepper {
 public:
  /// Computes the predictors d0 and v0 of a step of length `h` that begins in the state `now`.
  /// @note Collective.
  virtual void predict(double h, const StateVectors& now, Vec d0, Vec v0) = 0;

  /// Returns true if q_{n+1} = q_n (+) h v_{n+1}, v_{n+1} = v_n + h a. The angular momentum of
  /// rigid bodies is then balanced over the step (force::GyroscopicForce).
  virtual bool conservesMomentum() const { return false; }

  void begin(StepContext& context, double h, bool is_start) override;
  solver::SolveStatistics advance(StepContext& context, double h, double time) final;
};

}  // namespace tenon::analysis
