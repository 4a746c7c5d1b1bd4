// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "RunGradient.hpp"
#include "StartAdjoint.hpp"
#include "StepAdjoint.hpp"
#include "TangentProducts.hpp"
#include "Trajectory.hpp"

namespace tenon::analysis {

/// Gradient of a transient analysis with an implicit time integrator. The run records its
/// trajectory; finish() then repeats the steps backwards and solves the adjoint equations of each
/// one with the matrix and the solver of the forward analysis. Step lengths and active rows are
/// those of the recorded run. Without parameters, only the objectives are evaluated, and the run is
/// not recorded.
class TransientGradient : public RunGradient {
 public:
  /// Creates the gradient; all arguments must outlive this object.
  /// @param integrator  time integrator with the parameters of the analysis, without history
  /// @throws InputError if the model has no derivative, see requireDifferentiable()
  /// @note Collective.
  TransientGradient(Equations& equations, TangentSolver& solver, base::Phases& phases, const GradientTerms& terms,
                    std::unique_ptr<ImplicitStepper> integrator);

  /// Returns the trajectory, in which the run must record its states.
  Trajectory& trajectory() { return trajectory_; }
  void addStep(int step, double time, bool is_last) override;
  const GradientResult& finish() override;

  /// Returns the derivatives with respect to the initial displacements and velocities, after
  /// finish(). They are zero in constrained directions.
  const StateCotangents& initial() const { return initial_; }

 private:
  void restoreNumbers(const std::vector<double>& numbers);
  void pullBack(std::size_t index, StateCotangents& state);
  void pullBackStep(const TrajectoryRecord& record, const Cotangents& objective, StateCotangents& state);
  bool isEndOfStep(std::size_t index) const;
  bool isLast(std::size_t index) const { return trajectory_.step(index) == last_step_; }

  Equations& equations_;
  base::Phases& phases_;
  std::unique_ptr<ImplicitStepper> stepper_;
  GradientSums sums_;
  TangentProducts products_;
  StepAdjoint step_adjoint_;
  StartAdjoint start_adjoint_;
  Trajectory trajectory_;
  StateCotangents initial_;
  bool is_verified_ = false;  // the tangent has been compared with differences
  int last_step_ = -1;        // step that addStep() received as the last one
};

/// Checks that a transient analysis has a derivative, in addition to requireDifferentiable().
/// @param name                name of the time integrator
/// @param integrator          time integrator
/// @param projects_velocities true if velocities are projected after each step
/// @throws InputError that names the part without a derivative, and the remedy
/// @note Collective.
void requireDifferentiableInTime(const Equations& equations, const std::string& name, const Stepper& stepper,
                                 bool projects_velocities);

}  // namespace tenon::analysis
