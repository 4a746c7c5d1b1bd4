// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::la {

/// Read access to one owned row of an AIJ matrix until the end of scope. PETSc gives access to only
/// one row at a time.
class MatrixRow {
 public:
  MatrixRow(Mat matrix, PetscInt row) : matrix_(matrix), row_(row) {
    TENON_PETSC(MatGetRow(matrix, row, &size, &columns, &values));
    for (PetscInt k = 0; k < size; ++k) largest = std::max(largest, std::abs(values[k]));
  }
  ~MatrixRow() { MatRestoreRow(matrix_, row_, &size, &columns, &values); }
  MatrixRow(const MatrixRow&) = delete;
  MatrixRow& operator=(const MatrixRow&) = delete;

  /// Global number of the row.
  PetscInt row() const { return row_; }
  /// Returns true if |entry k| exceeds `share` times the largest absolute value of the row.
  bool isSignificant(PetscInt k, double share) const { return std::abs(values[k]) > share * largest; }

  /// Number of stored entries.
  PetscInt size = 0;
  /// [size] global columns of the entries.
  const PetscInt* columns = nullptr;
  /// [size] values of the entries.
  const PetscScalar* values = nullptr;
  /// Largest absolute value of the entries.
  double largest = 0.0;

 private:
  Mat matrix_;
  PetscInt row_;
};

}  // namespace tenon::la
