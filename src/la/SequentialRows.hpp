// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include "tenon/base/check.hpp"

namespace tenon::la {

/// Read access to the rows of a sequential AIJ matrix until the end of the scope: row r consists of
/// the entries [starts[r], starts[r + 1]).
class SequentialRows {
 public:
  /// @param matrix  sequential AIJ matrix; nullptr for no rows
  explicit SequentialRows(Mat matrix) : matrix_(matrix) {
    PetscBool done = PETSC_FALSE;
    if (matrix_ == nullptr) return;
    TENON_PETSC(MatGetRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &count, &starts, &columns, &done));
    base::ensure(done == PETSC_TRUE, "The rows of a matrix cannot be read.");
    TENON_PETSC(MatSeqAIJGetArrayRead(matrix_, &values));
  }
  ~SequentialRows() {
    PetscBool done = PETSC_FALSE;
    if (matrix_ == nullptr) return;
    MatSeqAIJRestoreArrayRead(matrix_, &values);
    MatRestoreRowIJ(matrix_, 0, PETSC_FALSE, PETSC_FALSE, &count, &starts, &columns, &done);
  }
  SequentialRows(const SequentialRows&) = delete;
  SequentialRows& operator=(const SequentialRows&) = delete;

  /// Returns the number of stored entries.
  PetscInt numEntries() const { return matrix_ == nullptr ? 0 : starts[count]; }

  PetscInt count = 0;                                    ///< Number of rows.
  const PetscInt *starts = nullptr, *columns = nullptr;  ///< [count + 1] and [numEntries()].
  const PetscScalar* values = nullptr;                   ///< [numEntries()].

 private:
  Mat matrix_;
};

}  // namespace tenon::la
