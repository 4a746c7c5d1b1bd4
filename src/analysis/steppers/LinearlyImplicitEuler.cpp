// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "LinearlyImplicitEuler.hpp"

#include "analysis/StepContext.hpp"
#include "gyroscopic.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {

using Form = force::GyroscopicForce::Form;

// Sets the form for the state at the beginning of the run: a continued run describes the end of the
// previous step.
void LinearlyImplicitEuler::begin(StepContext& context, double h, bool is_start) {
  setGyroscopicForm(context.equations.mechanics(), is_start ? Form::at_end : Form::over_step, h);
}

// Linearises at the beginning of the step: with the accelerations -v_n / h all displacements are
// those of the beginning.
solver::SolveStatistics LinearlyImplicitEuler::advance(StepContext& context, double h, double time) {
  const StateVectors now = context.equations.unknowns().states();
  const la::Vector d0 = la::makeZeroLike(now.v.get()), standing = la::makeZeroLike(now.v.get());
  TENON_PETSC(VecAXPY(d0.get(), h, now.v.get()));
  TENON_PETSC(VecAXPY(standing.get(), -1.0 / h, now.v.get()));
  setGyroscopicForm(context.equations.mechanics(), Form::ahead_of_step, h);
  context.equations.unknowns().setKinematics(kinematics(h), now.q.get(), d0.get(), now.v.get(), standing.get());
  context.equations.setTime(time);
  context.solver.beginStep();
  const solver::SolveStatistics statistics = solveLinearStep(context.equations, context.solver, context.phases);
  setGyroscopicForm(context.equations.mechanics(), Form::over_step, h);  // for the description of the state
  return statistics;
}

}  // namespace tenon::analysis
