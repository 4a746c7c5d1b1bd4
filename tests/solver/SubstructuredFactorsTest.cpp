// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/preconditioners/SubstructuredFactors.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tenon/base/check.hpp"

namespace tenon::solver {
namespace {

using Neighbours = std::vector<PetscInt>;

/// Returns an unsymmetric, diagonally dominant matrix of `nodes` nodes with three dofs each,
/// distributed unevenly. `of(i)` returns the nodes below i that are coupled to node i.
template <class Of>
la::Matrix graphMatrix(PetscInt nodes, Of&& of) {
  const base::Communicator comm = base::Communicator::world();
  const PetscInt mine =
      comm.rank() == comm.size() - 1 ? nodes - comm.rank() * (nodes / comm.size()) : nodes / comm.size();
  la::Matrix matrix;
  TENON_PETSC(MatCreateAIJ(comm.mpi(), 3 * mine, 3 * mine, PETSC_DETERMINE, PETSC_DETERMINE, 60, nullptr, 60, nullptr,
                           matrix.out()));
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix.get(), &first, &last));
  TENON_PETSC(MatSetOption(matrix.get(), MAT_NO_OFF_PROC_ENTRIES, PETSC_FALSE));
  const auto add = [&](PetscInt i, PetscInt j) {
    for (PetscInt a = 0; a < 3; ++a)
      for (PetscInt b = 0; b < 3; ++b)
        TENON_PETSC(MatSetValue(
            matrix.get(), 3 * i + a, 3 * j + b,
            i == j ? (a == b ? 8.0 : 0.3) : std::sin(1.0 + static_cast<double>(7 * i + 3 * j + a * b)), INSERT_VALUES));
  };
  for (PetscInt i = first / 3; i < last / 3; ++i) {
    add(i, i);
    for (const PetscInt j : of(i)) add(i, j), add(j, i);
  }
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

Neighbours inChain(PetscInt i) {
  return i > 0 ? Neighbours{i - 1} : Neighbours{};
}

Neighbours inTree(PetscInt i) {
  return i > 0 ? Neighbours{(i - 1) / 2} : Neighbours{};
}

double residualOf(const SubstructuredFactors& factors, Mat matrix) {
  la::Vector x, b, product;
  TENON_PETSC(MatCreateVecs(matrix, x.out(), b.out()));
  TENON_PETSC(VecDuplicate(b.get(), product.out()));
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(b.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i)
    TENON_PETSC(VecSetValue(b.get(), i, std::cos(static_cast<double>(i * i)), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(b.get()));
  TENON_PETSC(VecAssemblyEnd(b.get()));
  factors.solve(b.get(), x.get());
  PetscReal left = 0.0, size = 0.0;
  TENON_PETSC(VecNorm(b.get(), NORM_2, &size));
  TENON_PETSC(MatMult(matrix, x.get(), product.get()));
  TENON_PETSC(VecAXPY(b.get(), -1.0, product.get()));
  TENON_PETSC(VecNorm(b.get(), NORM_2, &left));
  return left / size;
}

TEST(SubstructuredFactors, SolveChainsAndTrees) {
  for (const PetscInt nodes : {5, 200}) {
    const la::Matrix chain = graphMatrix(nodes, inChain), tree = graphMatrix(nodes > 60 ? 60 : nodes, inTree);
    for (Mat matrix : {chain.get(), tree.get()}) {
      const auto factors = SubstructuredFactors::of(matrix);
      ASSERT_NE(factors, nullptr);
      ASSERT_TRUE(factors->factor());
      EXPECT_LT(residualOf(*factors, matrix), 1e-13);
    }
  }
}

TEST(SubstructuredFactors, FollowOtherValues) {
  const la::Matrix chain = graphMatrix(100, inChain);
  const auto factors = SubstructuredFactors::of(chain.get());
  ASSERT_NE(factors, nullptr);
  ASSERT_TRUE(factors->factor());
  TENON_PETSC(MatScale(chain.get(), 3.0));
  TENON_PETSC(MatShift(chain.get(), 1.0));
  EXPECT_GT(residualOf(*factors, chain.get()), 0.1);
  ASSERT_TRUE(factors->factor());
  EXPECT_LT(residualOf(*factors, chain.get()), 1e-13);
}

TEST(SubstructuredFactors, AreNotForWhatFills) {
  const auto inGrid = [](PetscInt i) {
    Neighbours below;
    if (i % 60 > 0) below.push_back(i - 1);
    if (i >= 60) below.push_back(i - 60);
    return below;
  };
  EXPECT_EQ(SubstructuredFactors::of(graphMatrix(3600, inGrid).get()), nullptr);
}

TEST(SubstructuredFactors, SayWhereAPivotIsZero) {
  const la::Matrix chain = graphMatrix(50, inChain);
  const auto factors = SubstructuredFactors::of(chain.get());
  ASSERT_NE(factors, nullptr);
  TENON_PETSC(MatZeroEntries(chain.get()));
  EXPECT_FALSE(factors->factor());
}

}  // namespace
}  // namespace tenon::solver
