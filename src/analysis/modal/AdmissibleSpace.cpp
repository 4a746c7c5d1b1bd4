// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "AdmissibleSpace.hpp"

#include <petscksp.h>

#include "la/MatrixRow.hpp"
#include "la/vectors.hpp"

namespace tenon::analysis {
namespace {

// Empty rows get a unit diagonal entry, so that the product is regular.
void completeDiagonal(Mat rows, Mat product) {
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(rows, &first, &last));
  TENON_PETSC(MatSetOption(product, MAT_NEW_NONZERO_LOCATION_ERR, PETSC_FALSE));
  TENON_PETSC(MatSetOption(product, MAT_NEW_NONZERO_ALLOCATION_ERR, PETSC_FALSE));
  for (PetscInt row = first; row < last; ++row)
    if (la::MatrixRow(rows, row).largest == 0.0) TENON_PETSC(MatSetValue(product, row, row, 1.0, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(product, MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(product, MAT_FINAL_ASSEMBLY));
}

}  // namespace

AdmissibleSpace::AdmissibleSpace(Mat G, Vec holds) {
  TENON_PETSC(MatDuplicate(G, MAT_COPY_VALUES, rows_.out()));
  TENON_PETSC(MatDiagonalScale(rows_.get(), holds, nullptr));
  TENON_PETSC(MatTranspose(rows_.get(), MAT_INITIAL_MATRIX, transposed_.out()));
  TENON_PETSC(MatMatMult(rows_.get(), transposed_.get(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product_.out()));
  completeDiagonal(rows_.get(), product_.get());
  PC pc = nullptr;
  TENON_PETSC(KSPCreate(PetscObjectComm(reinterpret_cast<PetscObject>(G)), inverse_.out()));
  TENON_PETSC(KSPSetOperators(inverse_.get(), product_.get(), product_.get()));
  TENON_PETSC(KSPSetType(inverse_.get(), KSPPREONLY));
  TENON_PETSC(KSPGetPC(inverse_.get(), &pc));
  TENON_PETSC(PCSetType(pc, "tenon_exact"));
  TENON_PETSC(KSPSetUp(inverse_.get()));
}

// Projects twice, to recover the digits that the first pass loses if rows are nearly parallel.
void AdmissibleSpace::project(Vec x) const {
  la::Vector gaps, multipliers;
  TENON_PETSC(MatCreateVecs(rows_.get(), nullptr, gaps.out()));
  TENON_PETSC(VecDuplicate(gaps.get(), multipliers.out()));
  for (int pass = 0; pass < 2; ++pass) {
    TENON_PETSC(MatMult(rows_.get(), x, gaps.get()));
    TENON_PETSC(KSPSolve(inverse_.get(), gaps.get(), multipliers.get()));
    TENON_PETSC(VecScale(multipliers.get(), -1.0));
    TENON_PETSC(MatMultTransposeAdd(rows_.get(), multipliers.get(), x, x));
  }
}

}  // namespace tenon::analysis
