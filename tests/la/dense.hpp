// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscmat.h>

#include <Eigen/Core>

#include "tenon/base/Communicator.hpp"
#include "tenon/base/check.hpp"

namespace tenon::la::testing {

/// Returns a small distributed matrix on every rank as a dense one, in the numbering of the matrix.
/// @note Collective.
inline Eigen::MatrixXd dense(const base::Communicator& comm, Mat matrix) {
  PetscInt rows = 0, columns = 0, first = 0, last = 0;
  TENON_PETSC(MatGetSize(matrix, &rows, &columns));
  TENON_PETSC(MatGetOwnershipRange(matrix, &first, &last));
  Eigen::MatrixXd all = Eigen::MatrixXd::Zero(rows, columns);
  for (PetscInt row = first; row < last; ++row) {
    PetscInt count = 0;
    const PetscInt* where = nullptr;
    const double* values = nullptr;
    TENON_PETSC(MatGetRow(matrix, row, &count, &where, &values));
    for (PetscInt k = 0; k < count; ++k) all(row, where[k]) = values[k];
    TENON_PETSC(MatRestoreRow(matrix, row, &count, &where, &values));
  }
  comm.sumInPlace(gsl::span<double>(all.data(), static_cast<std::size_t>(all.size())));
  return all;
}

}  // namespace tenon::la::testing
