#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// v_{n+1} = v_n + h a_{n+1}, q_{n+1} = q_n + h v_{n+1}. First order; damps what the step does not resolve (Baraff and
/// Witkin, SIGGRAPH 1998, 43-54, for one linearisation a step).
class ImplicitEuler : public Stepper {
 public:
  static std::unique_ptr<Stepper> make(const StepperParameters&) { return std::make_unique<ImplicitEuler>(); }
  Kinematics kinematics(double h) const override { return Kinematics::ofAccelerations(h * h, h); }
  void predict(double h, const MotionVectors& now, Vec d0, Vec v0) override;
  void accept(double, const MotionVectors&, const MotionVectors&) override {}
  std::vector<la::Vector*> memory() override { return {}; }
};

}  // namespace tenon::analysis
