#pragma once
#include "tenon/analysis/ImplicitStepper.hpp"

namespace tenon::analysis {

/// The generalised-alpha method, with z an average of accelerations:
///   (1 - alpha_m) z_{n+1} + alpha_m z_n = (1 - alpha_f) a_{n+1} + alpha_f a_n,
///   q_{n+1} = q_n + h v_n + h^2 (1/2 - beta) z_n + h^2 beta z_{n+1},
///   v_{n+1} = v_n + h (1 - gamma) z_n + h gamma z_{n+1}.
/// Second order in q, v and lambda where gamma = 1/2 + alpha_f - alpha_m, with equations of motion and constraints
/// exact at t_{n+1} (Chung and Hulbert, J. Appl. Mech. 60 (1993), 371-375; with constraints Arnold and Bruls,
/// Multibody Syst. Dyn. 18 (2007), 185-202).
///
/// z_n is the acceleration at a time (alpha_m - alpha_f) h beside t_n: where the length of steps changes, z_n - a_n
/// changes with it, so that the order stays (as Bruls and Arnold, J. Comput. Nonlinear Dyn. 3 (2008), 041007, vary
/// alpha_m).
///
/// With contacts a and z are without their forces, which are impulses at the end of a step (ContactImpulses).
///
/// Special cases: Newmark's method (alpha_m = alpha_f = 0; the trapezoidal rule with beta = 1/4, gamma = 1/2) and HHT
/// (alpha_m = 0).
class GeneralisedAlpha : public ImplicitStepper {
 public:
  struct Coefficients {
    double alpha_m = 0.0, alpha_f = 0.0, beta = 0.25, gamma = 0.5;
  };
  explicit GeneralisedAlpha(const Coefficients& coefficients) : c_(coefficients) {}

  /// By the spectral radius at infinite frequency: 1 keeps all, 0 takes out what the step does not resolve at once.
  static std::unique_ptr<Stepper> bySpectralRadius(const StepperParameters& parameters);
  static std::unique_ptr<Stepper> hht(const StepperParameters& parameters);
  static std::unique_ptr<Stepper> newmark(const StepperParameters& parameters);
  static std::unique_ptr<Stepper> trapezoid(const StepperParameters& parameters);

  Kinematics kinematics(double h) const override;
  void predict(double h, const MotionVectors& now, Vec d0, Vec v0) override;
  void accept(double h, const MotionVectors& before, const MotionVectors& now) override;
  void restart(la::Vector a) override;
  Memory memory() override {
    return {{{"average_acceleration", &z_}, {"smooth_acceleration", &smooth_, true}}, {{"length", &length_}}};
  }
  bool takesBounds() const override { return true; }
  bool needsImpulses() const override { return true; }
  void beginNextWith(la::Vector a, bool after_blow) override { next_ = std::move(a), restarts_ = after_blow; }

 private:
  void follow(double h, const MotionVectors& now);
  void average(Vec before, Vec a, Vec z) const;
  /// a_n; without what contacts made of it.
  Vec at(const MotionVectors& now) const { return smooth_ ? smooth_.get() : now.a.get(); }

  Coefficients c_;
  la::Vector z_;           // z_n, of steps as long as the last one
  double length_ = 0.0;    // of that; 0 before the first step
  la::Vector from_;        // z_n of the step that is tried; in the first one a_0
  la::Vector smooth_;      // a_n without contacts, where there are some
  la::Vector next_;        // that of the step that is tried
  bool restarts_ = false;  // with that
};

}  // namespace tenon::analysis
