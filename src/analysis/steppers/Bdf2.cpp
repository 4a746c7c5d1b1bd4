// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Bdf2.hpp"

#include "analysis/adjoint/StateCotangents.hpp"
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

void Bdf2::pullBackHistory(double h, StateCotangents& end) const {
  TENON_PETSC(VecAXPY(end.a.get(), kinematics(h).position, end.history[0].get()));
}

void Bdf2::pullBack(double h, const StateCotangents& end, const PredictorCotangents& predictors,
                    StateCotangents& begin) const {
  const la::Vector d0 = la::copyOf(predictors.d0.get()), v0 = la::copyOf(predictors.v0.get());
  TENON_PETSC(VecAXPY(d0.get(), 1.0, end.history[0].get()));
  TENON_PETSC(VecAXPY(v0.get(), share(h) * h, d0.get()));
  TENON_PETSC(VecAXPY(begin.v.get(), 1 + before(h), v0.get()));
  TENON_PETSC(VecAXPY(begin.v.get(), 1.0, end.history[1].get()));
  TENON_PETSC(VecScale(d0.get(), before(h)));   // derivatives with respect to d_n
  TENON_PETSC(VecScale(v0.get(), -before(h)));  // derivatives with respect to v_{n-1}
  if (length_ == 0.0) {
    TENON_PETSC(VecAXPBYPCZ(begin.v.get(), h, 1.0, 1.0, d0.get(), v0.get()));
    TENON_PETSC(VecAXPBYPCZ(begin.a.get(), -0.5 * h * h, -h, 1.0, d0.get(), v0.get()));
  } else {
    TENON_PETSC(VecAXPY(begin.history[0].get(), 1.0, d0.get()));
    TENON_PETSC(VecAXPY(begin.history[1].get(), 1.0, v0.get()));
  }
}

}  // namespace tenon::analysis
