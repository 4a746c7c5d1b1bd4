#include "LinearlyImplicitEuler.hpp"

namespace tenon::analysis {

// With the accelerations -v_n / h everything stands where the step begins: there the equations are linearised.
solver::SolveStatistics LinearlyImplicitEuler::advance(Stage& stage, double h, double time) {
  const MotionVectors now = stage.equations.motion();
  const la::Vector d0 = la::like(now.v.get()), standing = la::like(now.v.get());
  TENON_PETSC(VecAXPY(d0.get(), h, now.v.get()));
  TENON_PETSC(VecAXPY(standing.get(), -1.0 / h, now.v.get()));
  stage.equations.setKinematics(kinematics(h), now.q.get(), d0.get(), now.v.get(), standing.get());
  stage.equations.moveTo(time);
  stage.solver.beginStep();
  return moveOnce(stage.equations, stage.solver, stage.phases);
}

}  // namespace tenon::analysis
