// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Generalised-alpha method, with an auxiliary (averaged) acceleration z:
///   (1 - alpha_m) z_{n+1} + alpha_m z_n = (1 - alpha_f) a_{n+1} + alpha_f a_n,
///   q_{n+1} = q_n + h v_n + h^2 (1/2 - beta) z_n + h^2 beta z_{n+1},
///   v_{n+1} = v_n + h (1 - gamma) z_n + h gamma z_{n+1}.
/// q, v and lambda are second-order accurate if gamma = 1/2 + alpha_f - alpha_m; equations of
/// motion and constraints hold at t_{n+1} (Chung and Hulbert, J. Appl. Mech. 60 (1993), 371-375;
/// with constraints Arnold and Bruls, Multibody Syst. Dyn. 18 (2007), 185-202).
///
/// z_n is the acceleration at the time t_n + (alpha_m - alpha_f) h. If the step size changes, z_n -
/// a_n is scaled with it, so that the order is retained (Bruls and Arnold, J. Comput. Nonlinear
/// Dyn. 3 (2008), 041007, vary alpha_m instead).
///
/// With contacts, a and z exclude contact forces, which are impulses at the end of a step
/// (ContactImpulses).
///
/// Special cases are Newmark's method (alpha_m = alpha_f = 0; the trapezoidal rule with beta = 1/4,
/// gamma = 1/2) and HHT (alpha_m = 0).
class GeneralisedAlpha : public ImplicitStepper {
 public:
  struct Coefficients {
    double alpha_m = 0.0, alpha_f = 0.0, beta = 0.25, gamma = 0.5;
  };
  explicit GeneralisedAlpha(const Coefficients& coefficients) : c_(coefficients) {}

  Kinematics kinematics(double h) const override;
  void predict(double h, const StateVectors& now, Vec d0, Vec v0) override;
  void accept(double h, const StateVectors& before, const StateVectors& now) override;
  bool isDifferentiable() const override { return true; }
  void pullBackHistory(double h, StateCotangents& end) const override;
  void pullBack(double h, const StateCotangents& end, const PredictorCotangents& predictors,
                StateCotangents& begin) const override;
  void restart(la::Vector a) override;
  RestartData restartData() override {
    return {{{"average_acceleration", &z_}, {"smooth_acceleration", &smooth_, true}}, {{"length", &length_}}};
  }
  bool supportsBounds() const override { return true; }
  bool needsImpulses() const override { return true; }
  void setNextAcceleration(la::Vector a, bool after_impact) override { next_ = std::move(a), restarts_ = after_impact; }

 private:
  void follow(double h, const StateVectors& now);
  void average(Vec before, Vec a, Vec z) const;
  /// Returns a_n, without contact forces if there are any.
  Vec at(const StateVectors& now) const { return smooth_ ? smooth_.get() : now.a.get(); }

  Coefficients c_;
  la::Vector z_;           // z_n for the size of the last step
  double length_ = 0.0;    // size of the last step; 0 before the first one
  la::Vector from_;        // trial step: z_n; a_0 in the first step
  la::Vector smooth_;      // a_n without contact forces; nullptr without contacts
  la::Vector next_;        // trial step: next value of smooth_
  bool restarts_ = false;  // true if the method restarts with next_
};

/// Registered type: trapezoidal rule.
struct TrapezoidalRule {
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  static std::unique_ptr<Stepper> make(const Data&) {
    return std::make_unique<GeneralisedAlpha>(GeneralisedAlpha::Coefficients{});
  }
};

}  // namespace tenon::analysis
