#include "LinearlyImplicitEuler.hpp"

#include "gyroscopic.hpp"

namespace tenon::analysis {

using Form = force::GyroscopicForce::Form;

// Sets the form for the state at the beginning of the run: a continued run describes the end of the
// previous step.
void LinearlyImplicitEuler::begin(Stage& stage, double h, bool is_start) {
  setGyroscopicForm(stage.equations.mechanics(), is_start ? Form::at_end : Form::over_step, h);
}

// Linearises at the beginning of the step: with the accelerations -v_n / h all displacements are
// those of the beginning.
solver::SolveStatistics LinearlyImplicitEuler::advance(Stage& stage, double h, double time) {
  const MotionVectors now = stage.equations.motion();
  const la::Vector d0 = la::like(now.v.get()), standing = la::like(now.v.get());
  TENON_PETSC(VecAXPY(d0.get(), h, now.v.get()));
  TENON_PETSC(VecAXPY(standing.get(), -1.0 / h, now.v.get()));
  setGyroscopicForm(stage.equations.mechanics(), Form::ahead_of_step, h);
  stage.equations.setKinematics(kinematics(h), now.q.get(), d0.get(), now.v.get(), standing.get());
  stage.equations.moveTo(time);
  stage.solver.beginStep();
  const solver::SolveStatistics statistics = moveOnce(stage.equations, stage.solver, stage.phases);
  setGyroscopicForm(stage.equations.mechanics(), Form::over_step, h);  // for the description of the state
  return statistics;
}

}  // namespace tenon::analysis
