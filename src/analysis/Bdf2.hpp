#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// The backward differentiation formula of second order, for steps of one length (Hairer and Wanner, Solving Ordinary
/// Differential Equations II, section V.1):
///   v_{n+1} = (4 v_n - v_{n-1}) / 3 + 2/3 h a_{n+1},   q_{n+1} = (4 q_n - q_{n-1}) / 3 + 2/3 h v_{n+1}.
/// The first step goes from q_{-1} = q_0 - h v_0 + h^2 a_0 / 2, v_{-1} = v_0 - h a_0, where the motion was.
class Bdf2 : public Stepper {
 public:
  static std::unique_ptr<Stepper> make(const StepperParameters&) { return std::make_unique<Bdf2>(); }
  Kinematics kinematics(double h) const override {
    return Kinematics::ofAccelerations(4.0 / 9.0 * h * h, 2.0 / 3.0 * h);
  }
  void predict(double h, const MotionVectors& now, Vec q0, Vec v0) override;
  void accept(double h, const MotionVectors& before, const MotionVectors& now) override;

 private:
  la::Vector q_, v_;  // of the step before
};

}  // namespace tenon::analysis
