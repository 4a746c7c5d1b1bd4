// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/convergence/BlockResidual.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "la/arrays.hpp"
#include "la/vectors.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {
namespace {

constexpr double limit = 1e-8;
constexpr double below = 0.5e-8, above = 2e-8;

/// Springs along x, uncoupled between the ranks. Each rank has two nodes of different objects, with
/// springs to the ground and one between them, and one row of G that constrains the second node.
struct Springs {
  Springs(double first_ground, double second_ground, double between) {
    const MPI_Comm comm = base::Communicator::world().mpi();
    TENON_PETSC(MatCreateAIJ(comm, 4, 4, PETSC_DETERMINE, PETSC_DETERMINE, 2, nullptr, 0, nullptr, A.out()));
    TENON_PETSC(MatSetBlockSize(A.get(), 2));
    PetscInt x = 0, row = 0;
    TENON_PETSC(MatGetOwnershipRange(A.get(), &x, nullptr));
    set(A, x, x, first_ground + between);
    set(A, x + 2, x + 2, second_ground + between);
    set(A, x, x + 2, -between);
    set(A, x + 2, x, -between);
    set(A, x + 1, x + 1, first_ground + between);
    set(A, x + 3, x + 3, second_ground + between);
    TENON_PETSC(MatCreateAIJ(comm, 1, 4, PETSC_DETERMINE, PETSC_DETERMINE, 1, nullptr, 0, nullptr, G.out()));
    TENON_PETSC(MatGetOwnershipRange(G.get(), &row, nullptr));
    set(G, row, x + 2, 1.0);
    for (const la::Matrix* matrix : {&A, &G}) {
      TENON_PETSC(MatAssemblyBegin(matrix->get(), MAT_FINAL_ASSEMBLY));
      TENON_PETSC(MatAssemblyEnd(matrix->get(), MAT_FINAL_ASSEMBLY));
    }
    f = la::makeColumnVector(A.get());
    delta = la::makeColumnVector(A.get());
    TENON_PETSC(MatCreateVecs(G.get(), nullptr, g.out()));
    mu = la::makeZeroLike(g.get());
    compliance = la::makeZeroLike(g.get());
  }
  static void set(const la::Matrix& matrix, PetscInt row, PetscInt column, double value) {
    TENON_PETSC(MatSetValue(matrix.get(), row, column, value, INSERT_VALUES));
  }
  SaddleSystem system(bool held) const {
    SaddleSystem given;
    given.A = A.get();
    given.objects = {{"first", 0, 1}, {"second", 1, 1}};
    if (!held) return given;
    given.G = G.get();
    given.compliance = compliance.get();
    given.groups = {{"stop", 0, 1}};
    return given;
  }
  BlockResidual residual(bool held) const {
    BlockResidual made(system(held));
    made.compute(f.get(), held ? g.get() : nullptr, delta.get(), held ? mu.get() : nullptr);
    return made;
  }
  static void fill(const la::Vector& vector, double first, double second) {
    la::setEntries(vector.get(), {first, 0.0, second, 0.0});
  }
  la::Matrix A, G;
  la::Vector f, g, delta, mu, compliance;
};

TEST(BlockResidual, IsSmallOrNotOnEitherSideOfTheLimit) {
  Springs springs(1e12, 1e12, 0.0);
  springs.fill(springs.f, 1e12, 0.0);
  springs.fill(springs.delta, 1.0 - below, 0.0);
  EXPECT_TRUE(springs.residual(false).isSmallAgainstTerms(limit));
  springs.fill(springs.delta, 1.0 - above, 0.0);
  const BlockResidual large = springs.residual(false);
  EXPECT_FALSE(large.isSmall(limit));
  EXPECT_NEAR(large.worst(), above, 0.01 * above);
}

TEST(BlockResidual, MeasuresASoftObjectBesideAHardOneByItself) {
  Springs springs(1e12, 1.0, 0.0);
  springs.fill(springs.f, 1e12, 1e-9);
  springs.fill(springs.delta, 1.0, 1e-9 * (1.0 - below));
  EXPECT_TRUE(springs.residual(false).isSmallAgainstTerms(limit));
  springs.fill(springs.delta, 1.0, 1e-9 * (1.0 - above));
  const BlockResidual large = springs.residual(false);
  EXPECT_FALSE(large.isSmallAgainstTerms(limit));
  EXPECT_EQ(large.displacementRatio().where, " of 'second'");
}

// Without forces the residual is compared with round-off alone; only a residual of that size is
// small.
TEST(BlockResidual, RigidMotionIsJudgedByRoundOff) {
  Springs springs(0.0, 0.0, 3e5);
  const double round_off = limit * BlockResidual::round_off_share;
  for (const double length : {1e-6, 1.0, 1e6}) {
    springs.fill(springs.delta, length, length * (1.0 + 0.5 * round_off));
    const BlockResidual still = springs.residual(false);
    EXPECT_TRUE(still.isSmall(limit)) << length;
    EXPECT_FALSE(still.isSmallAgainstTerms(limit)) << length;
    springs.fill(springs.delta, length, length * (1.0 + 3.0 * round_off));
    EXPECT_FALSE(springs.residual(false).isSmall(limit)) << length;
  }
}

// |A||delta| is 1e9 times |f|: a residual of 1e-8 |f| is unattainable, but the check must still
// reject larger errors.
TEST(BlockResidual, SlenderBodiesAreJudgedByRoundOff) {
  Springs springs(1e-9, 0.0, 1.0);
  springs.fill(springs.f, 0.0, 1.0);
  springs.fill(springs.delta, 1e9, 1e9 + 1.0);
  EXPECT_TRUE(springs.residual(false).isSmall(limit));
  springs.fill(springs.delta, 1e9, 1e9 + 1.0 + 1e-4);
  EXPECT_FALSE(springs.residual(false).isSmall(limit));
}

TEST(BlockResidual, WhatIsHeldAtZeroIsMeasuredByTheForceThatHoldsIt) {
  for (const double stiffness : {1e-9, 1.0, 1e9}) {
    Springs springs(stiffness, stiffness, 0.0);
    springs.fill(springs.f, 0.0, stiffness);
    la::setEntries(springs.mu.get(), {stiffness});
    springs.fill(springs.delta, 0.0, below);
    EXPECT_LE(springs.residual(true).multiplierRatio().of_terms, limit) << stiffness;
    springs.fill(springs.delta, 0.0, above);
    EXPECT_GT(springs.residual(true).multiplierRatio().value, limit) << stiffness;
    EXPECT_EQ(springs.residual(true).multiplierRatio().where, " of 'stop'");
  }
}

TEST(BlockResidual, ADrivenRowIsMeasuredByItsMotion) {
  Springs springs(1.0, 1.0, 0.0);
  la::setEntries(springs.g.get(), {2.0});
  la::setEntries(springs.mu.get(), {-2.0});
  springs.fill(springs.delta, 0.0, 2.0 * (1.0 - below));
  EXPECT_LE(springs.residual(true).multiplierRatio().of_terms, limit);
  springs.fill(springs.delta, 0.0, 2.0 * (1.0 - above));
  EXPECT_GT(springs.residual(true).multiplierRatio().value, limit);
}

// A row on constrained dofs only is satisfiable only if its right-hand side is zero.
TEST(BlockResidual, ARowWithoutEntriesCanOnlyAskForNothing) {
  Springs springs(1.0, 1.0, 0.0);
  TENON_PETSC(MatZeroEntries(springs.G.get()));
  EXPECT_TRUE(springs.residual(true).isSmallAgainstTerms(limit));
  la::setEntries(springs.g.get(), {1e-3});
  EXPECT_FALSE(springs.residual(true).isSmall(limit));
}

TEST(BlockResidual, IsNeverSmallWhereItIsNoNumber) {
  Springs springs(1.0, 1.0, 0.0);
  springs.fill(springs.delta, 0.0, std::nan(""));
  const BlockResidual broken = springs.residual(true);
  EXPECT_FALSE(broken.isSmall(1e300));
  EXPECT_TRUE(std::isnan(broken.worst()));
}

TEST(BlockResidual, ChangeIsThatOfTheObjectThatMovesOn) {
  Springs springs(1e12, 1.0, 0.0);
  springs.fill(springs.delta, 1.0, 1e-3);
  const la::Vector step = la::makeZeroLike(springs.delta.get());
  springs.fill(step, 1e-9, 1e-5);
  const BlockResidual::Ratio change = springs.residual(false).change(step.get(), springs.delta.get());
  EXPECT_NEAR(change.value, 1e-2, 1e-6);
  EXPECT_EQ(change.where, " of 'second'");
}

// A rigid body constrained by joints: its displacement is a remainder of cancellation in the
// solver, and its relative change does not converge.
TEST(BlockResidual, WhatConstraintsHoldNeedNotStandStill) {
  Springs springs(1.0, 1e3, 0.0);
  springs.fill(springs.f, 1.0, 1e3);
  springs.fill(springs.delta, 1.0, 1e-9);
  la::setEntries(springs.mu.get(), {1e3});
  const la::Vector step = la::makeZeroLike(springs.delta.get());
  springs.fill(step, 1e-9, -2e-9);
  EXPECT_LE(springs.residual(true).change(step.get(), springs.delta.get()).value, BlockResidual::standstill);
  springs.fill(step, 1e-9, -2e-8);
  EXPECT_GT(springs.residual(true).change(step.get(), springs.delta.get()).value, BlockResidual::standstill);
  springs.fill(springs.f, 1.0, 0.0);
  la::setEntries(springs.mu.get(), {0.0});
  springs.fill(step, 1e-9, -2e-9);
  EXPECT_NEAR(springs.residual(true).change(step.get(), springs.delta.get()).value, 2.0, 1e-6);
}

// One row transmits the reaction of another one to the ground: their sum vanishes, but both carry
// forces.
TEST(BlockResidual, ForcesThatRowsHandOnAreForces) {
  Springs springs(1.0, 1e3, 0.0);
  la::Matrix G;
  PetscInt row = 0, x = 0;
  TENON_PETSC(MatCreateAIJ(base::Communicator::world().mpi(), 2, 4, PETSC_DETERMINE, PETSC_DETERMINE, 1, nullptr, 0,
                           nullptr, G.out()));
  TENON_PETSC(MatGetOwnershipRange(G.get(), &row, nullptr));
  TENON_PETSC(MatGetOwnershipRange(springs.A.get(), &x, nullptr));
  Springs::set(G, row, x + 2, 1.0);
  Springs::set(G, row + 1, x + 2, 1.0);
  TENON_PETSC(MatAssemblyBegin(G.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(G.get(), MAT_FINAL_ASSEMBLY));
  const la::Vector mu = la::makeRowVector(G.get()), g = la::makeZeroLike(mu.get());
  la::setEntries(mu.get(), {1e3, -1e3});
  springs.fill(springs.f, 1.0, 0.0);
  springs.fill(springs.delta, 1.0, 1e-9);
  SaddleSystem system = springs.system(false);
  system.G = G.get();
  system.groups = {{"hinge", 0, 1}, {"seat", 1, 1}};
  BlockResidual residual(system);
  residual.compute(springs.f.get(), g.get(), springs.delta.get(), mu.get());
  const la::Vector step = la::makeZeroLike(springs.delta.get());
  springs.fill(step, 1e-9, -2e-9);
  EXPECT_LE(residual.change(step.get(), springs.delta.get()).value, BlockResidual::standstill);
  springs.fill(step, 1e-9, -1e-6);
  EXPECT_GT(residual.change(step.get(), springs.delta.get()).value, BlockResidual::standstill);
}

// One body is pressed on its stop, the other one is unloaded: its displacement is round-off of the
// whole system.
TEST(BlockResidual, WhatNothingHappensToNeedNotStandStill) {
  Springs springs(1.0, 1.0, 0.0);
  springs.fill(springs.f, 0.0, 1.0);
  la::setEntries(springs.mu.get(), {1.0});
  const la::Vector step = la::makeZeroLike(springs.delta.get());
  springs.fill(springs.delta, 1e-16, 0.0);
  springs.fill(step, 1e-15, 0.0);
  EXPECT_LE(springs.residual(true).change(step.get(), springs.delta.get()).value, BlockResidual::standstill);
  springs.fill(springs.delta, 1e-9, 0.0);
  springs.fill(step, 1e-9, 0.0);
  EXPECT_GT(springs.residual(true).change(step.get(), springs.delta.get()).value, 0.5);
}

// The residual keeps references, because Newton's method may replace G and its compliance before
// the next solve (-snes_lag_jacobian).
TEST(BlockResidual, OutlivesWhoMadeTheSystem) {
  Springs springs(1.0, 1.0, 0.0);
  la::setEntries(springs.compliance.get(), {0.5});
  BlockResidual residual(springs.system(true));
  for (PetscObject object :
       {reinterpret_cast<PetscObject>(springs.A.get()), reinterpret_cast<PetscObject>(springs.G.get()),
        reinterpret_cast<PetscObject>(springs.compliance.get())}) {
    PetscInt owners = 0;
    TENON_PETSC(PetscObjectGetReference(object, &owners));
    EXPECT_GE(owners, 2);
  }
}

}  // namespace
}  // namespace tenon::solver
