// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "squareEntries.hpp"

#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

template <class Change>
void changeSequential(Mat matrix, Change&& change) {
  MatInfo info;
  PetscScalar* values = nullptr;
  TENON_PETSC(MatGetInfo(matrix, MAT_LOCAL, &info));
  TENON_PETSC(MatSeqAIJGetArray(matrix, &values));
  const auto count = static_cast<PetscInt>(info.nz_used);
  for (PetscInt i = 0; i < count; ++i) values[i] = change(values[i]);
  TENON_PETSC(MatSeqAIJRestoreArray(matrix, &values));
}

template <class Change>
void changeEntries(Mat matrix, Change&& change) {
  PetscBool distributed = PETSC_FALSE;
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATMPIAIJ, &distributed));
  if (!distributed) return changeSequential(matrix, change);
  Mat diagonal = nullptr, off_diagonal = nullptr;
  TENON_PETSC(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &off_diagonal, nullptr));
  changeSequential(diagonal, change);
  changeSequential(off_diagonal, change);
}

}  // namespace

void squareEntries(Mat matrix) {
  changeEntries(matrix, [](double a) { return a * a; });
}

void absoluteEntries(Mat matrix) {
  changeEntries(matrix, [](double a) { return std::abs(a); });
}

}  // namespace tenon::solver
