// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/addSubmatrix.hpp"

#include <gmock/gmock.h>

#include "contributor.hpp"

namespace tenon::la {
namespace {

using testing::world;

/// Returns a matrix with the entries value(i, j), in PETSc's
/// default distribution. @note Collective.
Matrix filled(PetscInt rows, PetscInt columns, double (*value)(PetscInt, PetscInt)) {
  Matrix matrix;
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatCreateAIJ(world().mpi(), PETSC_DECIDE, PETSC_DECIDE, rows, columns, PETSC_DECIDE, nullptr,
                           PETSC_DECIDE, nullptr, matrix.out()));
  TENON_PETSC(MatSetOption(matrix.get(), MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  TENON_PETSC(MatGetOwnershipRange(matrix.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i)
    for (PetscInt j = 0; j < columns; ++j)
      if (value(i, j) != 0.0) TENON_PETSC(MatSetValue(matrix.get(), i, j, value(i, j), INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

double ofPart(PetscInt i, PetscInt j) {
  return (i + j) % 2 == 0 ? 1.0 + static_cast<double>(10 * i + j) : 0.0;
}
double ofWhole(PetscInt i, PetscInt j) {
  return i == j ? 100.0 : 0.0;
}

TEST(AddSubmatrix, AddsAtAnOffset) {
  const Matrix part = filled(5, 7, ofPart), whole = filled(12, 10, ofWhole);
  addSubmatrix(part.get(), whole.get(), 6, 2);
  addSubmatrix(part.get(), whole.get(), 0, 3);
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(whole.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i)
    for (PetscInt j = 0; j < 10; ++j) {
      double expected = ofWhole(i, j), found = 0.0;
      if (i >= 6 && i < 11 && j >= 2 && j < 9) expected += ofPart(i - 6, j - 2);
      if (i < 5 && j >= 3) expected += ofPart(i, j - 3);
      TENON_PETSC(MatGetValues(whole.get(), 1, &i, 1, &j, &found));
      EXPECT_EQ(found, expected) << i << ", " << j;
    }
}

TEST(AddSubmatrix, RejectsSubmatricesThatDoNotFit) {
  const Matrix part = filled(5, 7, ofPart), whole = filled(12, 10, ofWhole);
  for (const auto& [row, column] : {std::pair<PetscInt, PetscInt>{8, 0}, {0, 4}, {-1, 0}}) {
    try {
      addSubmatrix(part.get(), whole.get(), row, column);
      ADD_FAILURE() << row << ", " << column;
    } catch (const base::InputError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("A 5 x 7 matrix does not fit into a 12 x 10 matrix at row "));
    }
  }
}

}  // namespace
}  // namespace tenon::la
