// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include "tenon/base/check.hpp"

namespace tenon::solver {

/// Read access to the rows of a sequential AIJ matrix until the end of the scope: row r consists of
/// the entries [starts[r], starts[r + 1]).
class SequentialRows {
 public:
  explicit SequentialRows(Mat matrix) : matrix_(matrix) {
    PetscBool done = PETSC_FALSE;
    TENON_PETSC(MatGetRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &count, &starts, &columns, &done));
    base::ensure(done == PETSC_TRUE, "The rows of a matrix cannot be read.");
    TENON_PETSC(MatSeqAIJGetArrayRead(matrix_, &values));
  }
  ~SequentialRows() {
    PetscBool done = PETSC_FALSE;
    MatSeqAIJRestoreArrayRead(matrix_, &values);
    MatRestoreRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &count, &starts, &columns, &done);
  }
  SequentialRows(const SequentialRows&) = delete;
  SequentialRows& operator=(const SequentialRows&) = delete;

  PetscInt count = 0;
  const PetscInt *starts = nullptr, *columns = nullptr;
  const PetscScalar* values = nullptr;

 private:
  Mat matrix_;
};

}  // namespace tenon::solver
