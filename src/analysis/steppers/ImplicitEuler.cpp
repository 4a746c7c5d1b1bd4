// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ImplicitEuler.hpp"

#include "analysis/adjoint/StateCotangents.hpp"

namespace tenon::analysis {

void ImplicitEuler::predict(double h, const StateVectors& now, Vec d0, Vec v0) {
  TENON_PETSC(VecSet(d0, 0.0));
  TENON_PETSC(VecAXPY(d0, h, now.v.get()));
  TENON_PETSC(VecCopy(now.v.get(), v0));
}

void ImplicitEuler::pullBack(double h, const StateCotangents&, const PredictorCotangents& predictors,
                             StateCotangents& begin) const {
  TENON_PETSC(VecAXPY(begin.v.get(), h, predictors.d0.get()));
  TENON_PETSC(VecAXPY(begin.v.get(), 1.0, predictors.v0.get()));
}

}  // namespace tenon::analysis
