// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "addSubmatrix.hpp"

#include <fmt/format.h>

#include <vector>

#include "la/assembly/StoredEntries.hpp"

namespace tenon::la {

void addSubmatrix(Mat part, Mat into, PetscInt row, PetscInt column) {
  const StoredEntries entries(part);
  PetscInt num_rows = 0, num_columns = 0;
  TENON_PETSC(MatGetSize(into, &num_rows, &num_columns));
  if (row < 0 || column < 0 || row > num_rows - entries.numRows() || column > num_columns - entries.numColumns())
    throw base::InputError(fmt::format("A {} x {} matrix does not fit into a {} x {} matrix at row {}, column {}.",
                                       entries.numRows(), entries.numColumns(), num_rows, num_columns, row, column));
  TENON_PETSC(MatSetOption(into, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  std::vector<PetscInt> columns;
  for (PetscInt local = 0; local < entries.numOwnedRows(); ++local) {
    const auto of_row = entries.row(local);
    const PetscInt at = row + entries.firstRow() + local;
    columns.assign(of_row.columns().begin(), of_row.columns().end());
    for (PetscInt& place : columns) place += column;
    TENON_PETSC(MatSetValues(into, 1, &at, static_cast<PetscInt>(columns.size()), columns.data(),
                             of_row.values().data(), ADD_VALUES));
  }
  TENON_PETSC(MatAssemblyBegin(into, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(into, MAT_FINAL_ASSEMBLY));
}

}  // namespace tenon::la
