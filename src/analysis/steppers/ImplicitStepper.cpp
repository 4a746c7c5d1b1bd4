#include "tenon/analysis/ImplicitStepper.hpp"

namespace tenon::analysis {

solver::SolveStatistics ImplicitStepper::advance(Stage& stage, double h, double time) {
  const MotionVectors now = stage.equations.motion();
  const la::Vector d0 = la::like(now.q.get()), v0 = la::like(now.v.get());
  predict(h, now, d0.get(), v0.get());
  stage.equations.setKinematics(kinematics(h), now.q.get(), d0.get(), v0.get(), now.a.get());
  stage.equations.moveTo(time);
  return stage.solve();
}

}  // namespace tenon::analysis
