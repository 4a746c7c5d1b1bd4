#include "Bdf2.hpp"

namespace tenon::analysis {

void Bdf2::predict(double h, const MotionVectors& now, Vec q0, Vec v0) {
  if (!q_) {
    q_ = la::like(now.q.get()), v_ = la::like(now.v.get());
    TENON_PETSC(VecWAXPY(q_.get(), -h, now.v.get(), now.q.get()));
    TENON_PETSC(VecAXPY(q_.get(), 0.5 * h * h, now.a.get()));
    TENON_PETSC(VecWAXPY(v_.get(), -h, now.a.get(), now.v.get()));
  }
  TENON_PETSC(VecSet(v0, 0.0));
  TENON_PETSC(VecAXPBYPCZ(v0, 4.0 / 3.0, -1.0 / 3.0, 0.0, now.v.get(), v_.get()));
  TENON_PETSC(VecSet(q0, 0.0));
  TENON_PETSC(VecAXPBYPCZ(q0, 4.0 / 3.0, -1.0 / 3.0, 0.0, now.q.get(), q_.get()));
  TENON_PETSC(VecAXPY(q0, 2.0 / 3.0 * h, v0));
}

void Bdf2::accept(double, const MotionVectors& before, const MotionVectors&) {
  TENON_PETSC(VecCopy(before.q.get(), q_.get()));
  TENON_PETSC(VecCopy(before.v.get(), v_.get()));
}

}  // namespace tenon::analysis
