// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ImplicitStepper.hpp"

#include "gyroscopic.hpp"

namespace tenon::analysis {

using Form = force::GyroscopicForce::Form;

// Sets the form for the state at the beginning of the run: a continued run describes the end of the
// previous step.
void ImplicitStepper::begin(StepContext& context, double h, bool is_start) {
  setGyroscopicForm(context.equations.mechanics(), conservesMomentum() && !is_start ? Form::over_step : Form::at_end,
                    h);
}

solver::SolveStatistics ImplicitStepper::advance(StepContext& context, double h, double time) {
  setGyroscopicForm(context.equations.mechanics(), conservesMomentum() ? Form::over_step : Form::at_end, h);
  const StateVectors now = context.equations.unknowns().states();
  const la::Vector d0 = la::makeZeroLike(now.q.get()), v0 = la::makeZeroLike(now.v.get());
  predict(h, now, d0.get(), v0.get());
  context.equations.unknowns().setKinematics(kinematics(h), now.q.get(), d0.get(), v0.get(), now.a.get());
  context.equations.setTime(time);
  context.equations.updateActiveSet();
  return context.solve(now.a.get());
}

}  // namespace tenon::analysis
