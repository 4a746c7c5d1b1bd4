// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/preconditioners/sumOfAij.hpp"

#include <gtest/gtest.h>

#include "TwoBlocks.hpp"
#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

TEST(SumOfAij, IsWhatPetscAddsUp) {
  const testing::TwoBlocks blocks({});
  const Mat A = blocks.system().A;
  la::Matrix transposed, product, expected;
  TENON_PETSC(MatTranspose(blocks.G(), MAT_INITIAL_MATRIX, transposed.out()));
  TENON_PETSC(MatMatMult(transposed.get(), blocks.G(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
  TENON_PETSC(MatDuplicate(A, MAT_COPY_VALUES, expected.out()));
  TENON_PETSC(MatAXPY(expected.get(), 1.0, product.get(), DIFFERENT_NONZERO_PATTERN));

  const la::Matrix sum = sumOfAij(A, product.get());
  MatInfo of_sum, of_expected;
  TENON_PETSC(MatGetInfo(sum.get(), MAT_GLOBAL_SUM, &of_sum));
  TENON_PETSC(MatGetInfo(expected.get(), MAT_GLOBAL_SUM, &of_expected));
  EXPECT_EQ(of_sum.nz_used, of_expected.nz_used);
  PetscInt block = 0;
  TENON_PETSC(MatGetBlockSize(sum.get(), &block));
  EXPECT_EQ(block, 3);

  PetscReal difference = -1.0;
  TENON_PETSC(MatAXPY(expected.get(), -1.0, sum.get(), DIFFERENT_NONZERO_PATTERN));
  TENON_PETSC(MatNorm(expected.get(), NORM_FROBENIUS, &difference));
  EXPECT_EQ(difference, 0.0);
}

}  // namespace
}  // namespace tenon::solver
