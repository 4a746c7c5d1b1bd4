// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Gyroscopic moment of 3D rigid bodies, in Euler's equations along the spatial axes:
///   J dw/dt = m + f,   f = -w x (J w),   J = R J_0 R^T.
/// B = -[w x] J + [J w x] is the derivative with respect to w. K, the derivative with respect to
/// the rotation, contains the changes of f and of -J dw/dt, since M is not differentiated.
///
/// In steps of the implicit Euler method, R = exp(h w) R_n and w = w_n + h dw/dt, these equations
/// gain energy, because J is evaluated at the end of the step. The balance over the step, with the
/// angular momentum L = J w,
///   (J w - J_n w_n) / h = m,   f = -(J - J_n) w_n / h,
/// conserves L to round-off for m = 0.
///
/// The energy loss E_n - E = (R_n^T L - R^T L) . J_0^-1 (R_n^T L - R^T L) / 2 is never negative,
/// for any h: R_n^T L = exp(h W) R^T L with W = J_0^-1 R^T L, and W is normal to all terms of the
/// series but the first. J_n and w_n follow from R, w, dw/dt and h. K contains the change of
/// f - J dw/dt at fixed J_n w_n.
class GyroscopicForce : public ForceField {
 public:
  explicit GyroscopicForce(const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  /// Adds nothing: a displacement causes no gyroscopic moment.
  void addStressStiffness(const la::IncrementVector&, la::StiffnessMatrix&) const override {}
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override;
  bool isSymmetric() const override { return false; }

  /// Form of the equations: Euler's equations at the current time (`at_end`); the balance over a
  /// step of the implicit Euler method of length `step` (`over_step`); or its replacement if the
  /// equations are linearised at the beginning of such a step, with w = 0 and dw/dt = -w_n / h:
  /// f = J_n (w - w_n) / h, where w solves the balance over the step for m = 0 (`ahead_of_step`).
  enum class Form { at_end, over_step, ahead_of_step };
  /// Sets the form of the equations and the step size.
  void set(Form form, double step = 0.0) { form_ = form, step_ = step; }

 private:
  Form form_ = Form::at_end;
  double step_ = 0.0;
  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;
};

}  // namespace tenon::force
