#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// The backward differentiation formula of second order, for steps of one length (Hairer and Wanner, Solving Ordinary
/// Differential Equations II, section V.1):
///   v_{n+1} = (4 v_n - v_{n-1}) / 3 + 2/3 h a_{n+1},   d_{n+1} = d_n / 3 + 2/3 h v_{n+1},
/// with d_{n+1} from q_n to q_{n+1}. The first step has d_0 = h v_0 - h^2 a_0 / 2, v_{-1} = v_0 - h a_0, as the motion
/// was before.
class Bdf2 : public Stepper {
 public:
  static std::unique_ptr<Stepper> make(const StepperParameters&) { return std::make_unique<Bdf2>(); }
  Kinematics kinematics(double h) const override {
    return Kinematics::ofAccelerations(4.0 / 9.0 * h * h, 2.0 / 3.0 * h);
  }
  void predict(double h, const MotionVectors& now, Vec d0, Vec v0) override;
  void accept(double h, const MotionVectors& before, const MotionVectors& now) override;
  std::vector<la::Vector*> memory() override { return {&d_, &d0_, &v_}; }

 private:
  la::Vector d_, d0_, v_;  // d_n, its part that a_{n+1} does not change, v_{n-1}
};

}  // namespace tenon::analysis
