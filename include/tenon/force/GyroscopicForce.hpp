#pragma once
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// What the turning of rigid bodies in space adds to the balance of moments, Euler's equations along the axes of space:
///   J dw/dt = m + f,   f = -w x (J w),   J = R J_0 R^T.
/// B = -[w x] J + [J w x] by w; K by the rotation holds the change of f and of -J dw/dt, since M is taken as it is.
///
/// In steps of the implicit Euler method, R = exp(h w) R_n and w = w_n + h dw/dt, these equations gain energy, since J
/// is that of the end of the step. Balanced over the step, L = J w being the angular momentum,
///   (J w - J_n w_n) / h = m,   f = -(J - J_n) w_n / h,
/// they keep L to arithmetic where m = 0, and E_n - E = (R_n^T L - R^T L) . J_0^-1 (R_n^T L - R^T L) / 2 is never
/// negative, whatever h is: R_n^T L = exp(h W) R^T L with W = J_0^-1 R^T L, and W is normal to all terms of the series
/// but the first. J_n and w_n follow from R, w, dw/dt and h. K holds the change of f - J dw/dt with J_n w_n fixed.
class GyroscopicForce : public ForceField {
 public:
  explicit GyroscopicForce(const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  /// A displacement causes no gyroscopic moment.
  void addStressStiffness(const la::Motion&, la::StiffnessMatrix&) const override {}
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override;
  bool isSymmetric() const override { return false; }

  /// Euler's equations at the present time, the balance over a step of the implicit Euler method of length `step`, or
  /// what takes its place where equations are linearised at the begin of such a step, with w = 0 and dw/dt = -w_n / h:
  /// f = J_n (w - w_n) / h with the w of the balance over the step for m = 0.
  enum class Form { at_end, over_step, ahead_of_step };
  void set(Form form, double step = 0.0) { form_ = form, step_ = step; }

 private:
  Form form_ = Form::at_end;
  double step_ = 0.0;
  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;
};

}  // namespace tenon::force
