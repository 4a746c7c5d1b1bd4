#include "LinearlyImplicitEuler.hpp"

#include "gyroscopic.hpp"

namespace tenon::analysis {

using Form = force::GyroscopicForce::Form;

// A run that goes on describes the end of the step before.
void LinearlyImplicitEuler::begin(Stage& stage, double h, bool is_start) {
  setGyroscopicForm(stage.equations.mechanics(), is_start ? Form::at_end : Form::over_step, h);
}

// With the accelerations -v_n / h everything stands where the step begins: there the equations are linearised.
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
  setGyroscopicForm(stage.equations.mechanics(), Form::over_step, h);  // of what is described
  return statistics;
}

}  // namespace tenon::analysis
