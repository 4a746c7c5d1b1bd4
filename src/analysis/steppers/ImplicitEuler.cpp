// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ImplicitEuler.hpp"

namespace tenon::analysis {

void ImplicitEuler::predict(double h, const StateVectors& now, Vec d0, Vec v0) {
  TENON_PETSC(VecSet(d0, 0.0));
  TENON_PETSC(VecAXPY(d0, h, now.v.get()));
  TENON_PETSC(VecCopy(now.v.get(), v0));
}

}  // namespace tenon::analysis
