// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/schur/Elimination.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "Solving.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using Entries = std::vector<std::array<double, 3>>;  // row, column, value; global

base::Communicator world() {
  return base::Communicator::world();
}

/// Returns an m x n matrix distributed by PETSc.
la::Matrix matrixOf(PetscInt m, PetscInt n, const Entries& entries) {
  la::Matrix G;
  TENON_PETSC(MatCreateAIJ(world().mpi(), PETSC_DECIDE, PETSC_DECIDE, m, n, n, nullptr, n, nullptr, G.out()));
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(G.get(), &first, &last));
  for (const auto& [row, column, value] : entries)
    if (first <= row && row < last)
      TENON_PETSC(
          MatSetValue(G.get(), static_cast<PetscInt>(row), static_cast<PetscInt>(column), value, INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(G.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(G.get(), MAT_FINAL_ASSEMBLY));
  return G;
}

double norm(Vec vector) {
  PetscReal value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_INFINITY, &value));
  return value;
}

la::Vector waves(Mat matrix, bool of_rows) {
  la::Vector vector;
  TENON_PETSC(MatCreateVecs(matrix, of_rows ? nullptr : vector.out(), of_rows ? vector.out() : nullptr));
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(vector.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i)
    TENON_PETSC(VecSetValue(vector.get(), i, std::sin(1.7 * static_cast<double>(i) + 0.3), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(vector.get()));
  TENON_PETSC(VecAssemblyEnd(vector.get()));
  return vector;
}

/// Expects G T = 0, T = identity on the masters, G d(g) = g, and multipliers recovered from G^T mu.
void expectEliminated(Mat G, int num_slaves) {
  const Elimination elimination(G, {});
  la::Matrix product;
  PetscReal size = 0.0;
  TENON_PETSC(MatMatMult(G, elimination.T(), MAT_INITIAL_MATRIX, PETSC_DEFAULT, product.out()));
  TENON_PETSC(MatNorm(product.get(), NORM_FROBENIUS, &size));
  EXPECT_LT(size, 1e-13);
  PetscScalar slaves = 0.0;
  TENON_PETSC(VecSum(elimination.slaves(), &slaves));
  EXPECT_EQ(slaves, num_slaves);

  const la::Vector g = waves(G, true), u = waves(G, false);
  la::Vector d, left, mu;
  TENON_PETSC(VecDuplicate(u.get(), d.out()));
  TENON_PETSC(VecDuplicate(g.get(), left.out()));
  elimination.findParticular(g.get(), d.get());
  TENON_PETSC(MatMult(G, d.get(), left.get()));
  TENON_PETSC(VecAXPY(left.get(), -1.0, g.get()));
  EXPECT_LT(norm(left.get()), 1e-13);

  TENON_PETSC(MatMultTranspose(G, g.get(), d.get()));
  TENON_PETSC(VecDuplicate(g.get(), mu.out()));
  TENON_PETSC(VecSet(mu.get(), 0.0));
  elimination.addMultipliers(d.get(), mu.get());
  TENON_PETSC(VecAXPY(mu.get(), -1.0, g.get()));
  EXPECT_LT(norm(mu.get()), 1e-12);
}

TEST(Elimination, RowsWithAnUnknownOfTheirOwn) {
  expectEliminated(matrixOf(3, 8, {{0, 0, 1}, {0, 5, -0.5}, {0, 6, -0.5}, {1, 1, 2}, {1, 6, -1}, {2, 7, 1}}).get(), 3);
}

TEST(Elimination, ChainsInStages) {
  // A chain: each dof depends on the next one; only the first and the last occur once.
  Entries chain;
  for (int i = 0; i < 9; ++i) {
    chain.push_back({double(i), double(i), 1.0});
    chain.push_back({double(i), double(i + 1), -0.9});
  }
  expectEliminated(matrixOf(9, 10, chain).get(), 9);
}

TEST(Elimination, WhatIsLeftIsSolvedDensely) {
  // A ring, in which every dof occurs twice, and a dof that depends on it.
  expectEliminated(matrixOf(4, 6,
                            {{0, 0, 1},
                             {0, 1, -1},
                             {1, 1, 1},
                             {1, 2, 2},
                             {2, 2, 1},
                             {2, 0, 3},
                             {2, 4, 1},
                             {2, 3, 1},
                             {0, 3, 1},
                             {1, 4, 1},
                             {3, 5, 1},
                             {3, 0, -1}})
                       .get(),
                   4);
}

TEST(Elimination, EmptyRowsAreLeftOut) {
  const la::Matrix G = matrixOf(3, 4, {{1, 2, 1.0}});
  const Elimination elimination(G.get(), {});
  EXPECT_EQ(elimination.numEmptyRows(), 2);
  PetscScalar slaves = 0.0;
  TENON_PETSC(VecSum(elimination.slaves(), &slaves));
  EXPECT_EQ(slaves, 1.0);
}

TEST(Elimination, RoundOffIsNoEntry) {
  expectEliminated(matrixOf(2, 4, {{0, 0, 1}, {0, 2, -1}, {1, 1, 1}, {1, 3, -1}}).get(), 2);
  const la::Matrix G = matrixOf(2, 4, {{0, 0, 1}, {0, 1, 1e-17}, {0, 2, -1}, {1, 0, 1e-17}, {1, 1, 1}, {1, 3, -1}});
  PetscScalar slaves = 0.0;
  TENON_PETSC(VecSum(Elimination(G.get(), {}).slaves(), &slaves));
  EXPECT_EQ(slaves, 2.0);
}

TEST(Elimination, TooManyCoupledRowsAreRefusedByName) {
  const int n = Elimination::most_dense_rows + 1;
  Entries ring;
  for (int i = 0; i < n; ++i) {
    ring.push_back({double(i), double(i), 2.0});
    ring.push_back({double(i), double((i + 1) % n), 1.0});
  }
  const la::Matrix G = matrixOf(n, n, ring);
  PetscInt rows = 0;
  TENON_PETSC(MatGetLocalSize(G.get(), &rows, nullptr));
  const std::vector<la::NamedRows> groups{{"ring", 0, static_cast<base::LocalIndex>(rows)}};
  EXPECT_THAT(testing::failureOf<base::InputError>([&] { Elimination(G.get(), groups); }),
              AllOf(HasSubstr("cannot eliminate constraint 'ring'"), HasSubstr("slave degree of freedom is 301")));
}

}  // namespace
}  // namespace tenon::solver
