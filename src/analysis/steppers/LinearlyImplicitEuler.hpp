// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Implicit Euler method with one linearisation per step, at its beginning (Baraff and Witkin,
/// SIGGRAPH 1998, 43-54):
///   (M - h B - h^2 K) v_{n+1} = M v_n + h f(q_n, 0),   q_{n+1} = q_n + h v_{n+1}.
/// B and K are evaluated at q_n, so that no step fails to converge. Constraints hold as linearised
/// at q_n. Free rigid bodies rotate as in the implicit Euler method: their v_n is that of an
/// implicit Euler step. The method is first-order accurate.
class LinearlyImplicitEuler : public Stepper {
 public:
  struct Data {};
  static void declare(base::Parameters<Data>&) {}
  explicit LinearlyImplicitEuler(const Data&) {}
  int order() const override { return 1; }
  Kinematics kinematics(double h) const override { return Kinematics::fromAcceleration(h * h, h); }
  void begin(StepContext& context, double h, bool is_start) override;
  solver::SolveStatistics advance(StepContext& context, double h, double time) override;
};

}  // namespace tenon::analysis
