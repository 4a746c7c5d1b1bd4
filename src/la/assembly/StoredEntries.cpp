// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StoredEntries.hpp"

#include "tenon/base/runCollectively.hpp"

namespace tenon::la {
namespace {

base::Communicator communicatorOf(Mat matrix) {
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
}

}  // namespace

StoredEntries::StoredRow::StoredRow(Mat matrix, PetscInt row) : matrix_(matrix), row_(row) {
  TENON_PETSC(MatGetRow(matrix_, row_, &count_, &columns_, &values_));
}

StoredEntries::StoredRow::~StoredRow() {
  MatRestoreRow(matrix_, row_, &count_, &columns_, &values_);
}

StoredEntries::StoredEntries(Mat matrix) : comm_(communicatorOf(matrix)), matrix_(matrix) {
  PetscBool is_stored = PETSC_FALSE;
  TENON_PETSC(MatHasOperation(matrix, MATOP_GET_ROW, &is_stored));
  base::runCollectively(comm_, [&] {
    if (is_stored == PETSC_FALSE)
      throw base::InputError("A matrix-free matrix stores no entries: assemble it to access them.");
  });
  TENON_PETSC(MatGetOwnershipRange(matrix, &first_, &last_));
  TENON_PETSC(MatGetSize(matrix, &num_rows_, &num_columns_));
  base::runCollectively(comm_, [&] {
    for (PetscInt local = 0; local < numOwnedRows(); ++local)
      num_local_ += static_cast<std::int64_t>(row(local).columns().size());
  });
  num_on_lower_ranks_ = comm_.exclusiveSum(static_cast<long>(num_local_));
  num_global_ = comm_.sum(static_cast<long>(num_local_));
}

}  // namespace tenon::la
