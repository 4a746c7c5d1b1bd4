#include "tenon/analysis/ImplicitStepper.hpp"

#include "gyroscopic.hpp"

namespace tenon::analysis {

using Form = force::GyroscopicForce::Form;

// Sets the form for the state at the beginning of the run: a continued run describes the end of the
// previous step.
void ImplicitStepper::begin(Stage& stage, double h, bool is_start) {
  setGyroscopicForm(stage.equations.mechanics(), balancesMomentum() && !is_start ? Form::over_step : Form::at_end, h);
}

solver::SolveStatistics ImplicitStepper::advance(Stage& stage, double h, double time) {
  setGyroscopicForm(stage.equations.mechanics(), balancesMomentum() ? Form::over_step : Form::at_end, h);
  const MotionVectors now = stage.equations.motion();
  const la::Vector d0 = la::like(now.q.get()), v0 = la::like(now.v.get());
  predict(h, now, d0.get(), v0.get());
  stage.equations.setKinematics(kinematics(h), now.q.get(), d0.get(), v0.get(), now.a.get());
  stage.equations.moveTo(time);
  return stage.solve();
}

}  // namespace tenon::analysis
