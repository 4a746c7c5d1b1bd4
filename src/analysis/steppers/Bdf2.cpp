// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Bdf2.hpp"

#include "la/vectors.hpp"

namespace tenon::analysis {

void Bdf2::predict(double h, const StateVectors& now, Vec d0, Vec v0) {
  if (length_ == 0.0) {
    d_ = la::makeZeroLike(now.q.get()), v_ = la::makeZeroLike(now.v.get());
    TENON_PETSC(VecAXPBYPCZ(d_.get(), h, -0.5 * h * h, 0.0, now.v.get(), now.a.get()));
    TENON_PETSC(VecWAXPY(v_.get(), -h, now.a.get(), now.v.get()));
  }
  TENON_PETSC(VecSet(v0, 0.0));
  TENON_PETSC(VecAXPBYPCZ(v0, 1 + before(h), -before(h), 0.0, now.v.get(), v_.get()));
  TENON_PETSC(VecSet(d0, 0.0));
  TENON_PETSC(VecAXPBYPCZ(d0, before(h), share(h) * h, 0.0, d_.get(), v0));
  d0_ = la::copyOf(d0);
}

void Bdf2::accept(double h, const StateVectors& before, const StateVectors& now) {
  TENON_PETSC(VecWAXPY(d_.get(), kinematics(h).position, now.a.get(), d0_.get()));
  TENON_PETSC(VecCopy(before.v.get(), v_.get()));
  length_ = h;
}

}  // namespace tenon::analysis
