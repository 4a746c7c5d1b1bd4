// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "la/assembly/AijArrays.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/operators/Descriptor.hpp"

namespace tenon::system {
namespace {

constexpr PetscInt most_rebuilt = 20000;

// Creates a plain vector; MatCreateVecs of a nested matrix would create a nested one.
la::Vector plainVector(const base::Communicator& comm, PetscInt size) {
  la::Vector vector;
  TENON_PETSC(VecCreate(comm.mpi(), vector.out()));
  TENON_PETSC(VecSetSizes(vector.get(), size, PETSC_DETERMINE));
  TENON_PETSC(VecSetType(vector.get(), VECSTANDARD));
  return vector;
}

/// Entries of the rows of this rank, with ascending columns.
using Rows = std::vector<std::vector<std::pair<PetscInt, double>>>;

void addColumn(PetscInt column, Vec product, Rows& rows) {
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(product, &values));
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (values[r] != 0.0) rows[r].emplace_back(column, values[r]);
  TENON_PETSC(VecRestoreArrayRead(product, &values));
}

// Returns the entries of owned columns, numbered from the first one, or all other entries.
std::shared_ptr<la::AijArrays> compress(const Rows& rows, PetscInt first, PetscInt last, bool want_owned) {
  std::vector<PetscInt> columns;
  std::vector<double> values;
  std::vector<PetscInt> starts(1, 0);
  for (const auto& row : rows) {
    for (const auto& [column, value] : row) {
      if ((first <= column && column < last) != want_owned) continue;
      columns.push_back(column - (want_owned ? first : 0));
      values.push_back(value);
    }
    starts.push_back(static_cast<PetscInt>(columns.size()));
  }
  auto arrays = std::make_shared<la::AijArrays>(rows.size(), columns.size());
  std::copy(starts.begin(), starts.end(), arrays->starts.data());
  std::copy(columns.begin(), columns.end(), arrays->columns.data());
  std::copy(values.begin(), values.end(), arrays->values.data());
  return arrays;
}

}  // namespace

la::Matrix rebuiltFromProducts(Mat matrix) {
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(matrix)));
  PetscInt size = 0, num_rows = 0, num_columns = 0, first = 0, last = 0;
  TENON_PETSC(MatGetSize(matrix, nullptr, &size));
  TENON_PETSC(MatGetLocalSize(matrix, &num_rows, &num_columns));
  TENON_PETSC(MatGetOwnershipRangeColumn(matrix, &first, &last));
  base::runCollectively(comm, [&] {
    if (size > most_rebuilt)
      throw base::InputError(fmt::format(
          "A matrix of {} columns is too large to be rebuilt from matrix-vector products: the limit is {} columns.",
          size, most_rebuilt));
  });
  const la::Vector x = plainVector(comm, num_columns), y = plainVector(comm, num_rows);
  Rows rows(static_cast<std::size_t>(num_rows));
  for (PetscInt column = 0; column < size; ++column) {
    TENON_PETSC(VecZeroEntries(x.get()));
    if (first <= column && column < last) TENON_PETSC(VecSetValue(x.get(), column, 1.0, INSERT_VALUES));
    TENON_PETSC(VecAssemblyBegin(x.get()));
    TENON_PETSC(VecAssemblyEnd(x.get()));
    TENON_PETSC(MatMult(matrix, x.get(), y.get()));
    addColumn(column, y.get(), rows);
  }
  return la::makeAij(comm, num_rows, num_columns, 1, 1, compress(rows, first, last, true),
                     compress(rows, first, last, false));
}

}  // namespace tenon::system
