#pragma once
#include <petscmat.h>

#include <algorithm>
#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::la {

/// One owned row of an AIJ matrix for reading, until end of scope; PETSc lends one at a time.
class MatrixRow {
 public:
  MatrixRow(Mat matrix, PetscInt row) : matrix_(matrix), row_(row) {
    TENON_PETSC(MatGetRow(matrix, row, &size, &columns, &values));
    for (PetscInt k = 0; k < size; ++k) largest = std::max(largest, std::abs(values[k]));
  }
  ~MatrixRow() { MatRestoreRow(matrix_, row_, &size, &columns, &values); }
  MatrixRow(const MatrixRow&) = delete;
  MatrixRow& operator=(const MatrixRow&) = delete;

  PetscInt row() const { return row_; }
  /// Whether an entry is more than that share of the largest one.
  bool isEntry(PetscInt k, double share) const { return std::abs(values[k]) > share * largest; }

  PetscInt size = 0;
  const PetscInt* columns = nullptr;
  const PetscScalar* values = nullptr;
  double largest = 0.0;

 private:
  Mat matrix_;
  PetscInt row_;
};

}  // namespace tenon::la
