// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Second-order backward differentiation formula with r = h / h_n, the ratio of this step size to
/// the previous one:
///   v_{n+1} = v_n + r^2 / (1 + 2 r) (v_n - v_{n-1}) + (1 + r) / (1 + 2 r) h a_{n+1},
///   d_{n+1} = r^2 / (1 + 2 r) d_n + (1 + r) / (1 + 2 r) h v_{n+1},
/// where d_{n+1} is the increment from q_n to q_{n+1}; stable for r < 1 + sqrt(2). The first step
/// uses r = 1, d_0 = h v_0 - h^2 a_0 / 2 and v_{-1} = v_0 - h a_0, the backward extrapolation of
/// the initial state.
/// @see Hairer and Wanner, Solving Ordinary Differential Equations II, section V.1; variable steps:
/// Hairer, Norsett and Wanner, part I, section III.5.
class Bdf2 : public ImplicitStepper {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  explicit Bdf2(const Data&) {}
  Kinematics kinematics(double h) const override {
    return Kinematics::fromAcceleration(share(h) * h * share(h) * h, share(h) * h);
  }
  void predict(double h, const StateVectors& now, Vec d0, Vec v0) override;
  void accept(double h, const StateVectors& before, const StateVectors& now) override;
  bool isDifferentiable() const override { return true; }
  void pullBackHistory(double h, StateCotangents& end) const override;
  void pullBack(double h, const StateCotangents& end, const PredictorCotangents& predictors,
                StateCotangents& begin) const override;
  void restart(la::Vector) override { length_ = 0.0; }
  RestartData restartData() override {
    return {{{"increment", &d_}, {"velocity_before", &v_}}, {{"length", &length_}}};
  }

 private:
  double ratio(double h) const { return length_ > 0.0 ? h / length_ : 1.0; }
  double share(double h) const { return (1 + ratio(h)) / (1 + 2 * ratio(h)); }  // coefficient of h a_{n+1}
  // Coefficient of the previous step.
  double before(double h) const { return ratio(h) * ratio(h) / (1 + 2 * ratio(h)); }

  la::Vector d_, v_;     // d_n and v_{n-1}
  double length_ = 0.0;  // h_n; 0 before the first step
  la::Vector d0_;        // trial step: the part of d_{n+1} that does not depend on a_{n+1}
};

}  // namespace tenon::analysis
