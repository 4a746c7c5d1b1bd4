#include "ImplicitEuler.hpp"

namespace tenon::analysis {

void ImplicitEuler::predict(double h, const MotionVectors& now, Vec q0, Vec v0) {
  TENON_PETSC(VecWAXPY(q0, h, now.v.get(), now.q.get()));
  TENON_PETSC(VecCopy(now.v.get(), v0));
}

}  // namespace tenon::analysis
