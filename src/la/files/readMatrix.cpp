// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "readMatrix.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "readEntries.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::la {

Matrix readMatrix(const base::Communicator& comm, const std::string& path) {
  const SparseEntries file = readEntries(comm, path);
  base::runCollectively(comm, [&] {
    if (std::max(file.rows, file.columns) > std::int64_t{PETSC_MAX_INT})
      throw base::FileError(fmt::format(
          "The size of the matrix in '{}' is {} x {}, which exceeds the range of PETSc's integers in this build.", path,
          file.rows, file.columns));
  });
  std::vector<PetscInt> rows, columns;
  std::vector<double> values;
  for (const auto& entry : file.entries) {
    rows.push_back(static_cast<PetscInt>(entry.row));
    columns.push_back(static_cast<PetscInt>(entry.column));
    values.push_back(entry.value);
  }
  Matrix matrix;
  TENON_PETSC(MatCreate(comm.mpi(), matrix.out()));
  TENON_PETSC(MatSetSizes(matrix.get(), PETSC_DECIDE, PETSC_DECIDE, static_cast<PetscInt>(file.rows),
                          static_cast<PetscInt>(file.columns)));
  TENON_PETSC(MatSetType(matrix.get(), MATAIJ));
  TENON_PETSC(
      MatSetPreallocationCOO(matrix.get(), static_cast<PetscCount>(values.size()), rows.data(), columns.data()));
  TENON_PETSC(MatSetValuesCOO(matrix.get(), values.data(), ADD_VALUES));
  return matrix;
}

}  // namespace tenon::la
