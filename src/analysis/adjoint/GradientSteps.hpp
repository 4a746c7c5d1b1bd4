// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "RunGradient.hpp"
#include "StaticAdjoint.hpp"

namespace tenon::analysis {

/// Gradient of a static analysis: adds the objectives of each completed step and, by the adjoint
/// equations of this step, their derivatives. Steps without history do not depend on each other, so
/// that no trajectory is stored.
class GradientSteps : public RunGradient {
 public:
  /// Creates the gradient; all arguments must outlive this object.
  /// @throws InputError if the model has no derivative, see requireDifferentiable()
  /// @note Collective.
  GradientSteps(Equations& equations, TangentSolver& solver, base::Phases& phases, const GradientTerms& terms);

  /// Adds the values and derivatives of the objectives at the end of a step, in the current state.
  void addStep(int step, double time, bool is_last) override;
  const GradientResult& finish() override { return sums_.result(); }

 private:
  void addGradient(const Cotangents& cotangents, double time);

  Equations& equations_;
  base::Phases& phases_;
  GradientSums sums_;
  StaticAdjoint adjoint_;
};

}  // namespace tenon::analysis
