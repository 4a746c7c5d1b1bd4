// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Implicit Euler method, v_{n+1} = v_n + h a_{n+1}, q_{n+1} = q_n + h v_{n+1}. The method is of
/// first order and damps unresolved frequencies (Baraff and Witkin, SIGGRAPH 1998, 43-54, with one
/// linearisation per step). Contact conditions hold at the end of a step: bodies that meet stay
/// together (restitution 0), and the energy never grows (Moreau's time stepping with theta = 1
/// without other forces).
class ImplicitEuler : public ImplicitStepper {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  explicit ImplicitEuler(const Data&) {}
  int order() const override { return 1; }
  bool conservesMomentum() const override { return true; }
  bool supportsBounds() const override { return true; }
  Kinematics kinematics(double h) const override { return Kinematics::fromAcceleration(h * h, h); }
  void predict(double h, const StateVectors& now, Vec d0, Vec v0) override;
  bool isDifferentiable() const override { return true; }
  void pullBack(double h, const StateCotangents& end, const PredictorCotangents& predictors,
                StateCotangents& begin) const override;
};

}  // namespace tenon::analysis
