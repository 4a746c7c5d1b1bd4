// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include "tenon/base/check.hpp"

namespace tenon::solver {

/// Returns true if a matrix provides products only.
inline bool isShell(Mat matrix) {
  PetscBool shell = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(matrix), &shell, MATSHELL, MATCOMPOSITE, ""));
  return shell == PETSC_TRUE;
}

}  // namespace tenon::solver
