// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Matrix-free system: diagonal, solution, and use as a PETSc matrix.
#include <gtest/gtest.h>
#include <petscksp.h>

#include "constraint/dirichlet/guides.hpp"
#include "force/Gravity.hpp"
#include "la/matrices/Projection.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"
#include "twoBodies.hpp"

namespace tenon::system {
namespace {

using namespace tenon::testing;

TEST(MatrixFreeSystem, HasTheDiagonalAndTheBlocksOfTheStoredMatrix) {
  const auto mechanics = twoBodies(world(), 1);
  AssembledSystem stored(*mechanics);
  MatrixFreeSystem products(*mechanics);
  for (const Factors& factors : {Factors{0.0, 0.0, -1.0}, Factors{2.0, -0.5, -0.3}}) {
    stored.assemble(factors);
    products.assemble(factors);
    const la::Vector expected = stored.layout().makeVector(), diagonal = stored.layout().makeVector();
    TENON_PETSC(MatGetDiagonal(stored.get(), expected.get()));
    TENON_PETSC(MatGetDiagonal(products.get(), diagonal.get()));
    const FileOrder order(*mechanics);
    const Eigen::VectorXd d = order.dense(expected.get());
    EXPECT_LE(largest(order.dense(diagonal.get()) - d), 1e-12 * largest(d));
    const double *inverses = nullptr, *ours = nullptr;
    TENON_PETSC(MatInvertBlockDiagonal(stored.get(), &inverses));
    TENON_PETSC(MatInvertBlockDiagonal(products.get(), &ours));
    const auto size = static_cast<std::size_t>(stored.layout().layout().numOwned()) * 9;
    double most = 0.0, worst = 0.0;
    for (std::size_t i = 0; i < size; ++i) {
      most = std::max(most, std::abs(inverses[i]));
      worst = std::max(worst, std::abs(inverses[i] - ours[i]));
    }
    EXPECT_LE(worst, 1e-10 * most);
  }
}

TEST(MatrixFreeSystem, RemovesObliqueDirectionsLikeStoredMatrices) {
  for (const int partition : {0, 1}) {
    auto body = elasticBox(world(), "cube", CellType::tet4, {2, 2, 1}, 0.0, partition);
    body->conditions.push_back(
        std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, body->domain()));
    constraint::OnPlane::Data plane;
    plane.group = "xmax";
    plane.normal = {1, 2, 0.5};
    body->conditions.push_back(std::make_unique<constraint::OnPlane>(plane, body->domain()));
    const auto mechanics = alone(std::move(body));
    ASSERT_TRUE(mechanics->projection().hasObliqueDirections());
    AssembledSystem stored(*mechanics);
    MatrixFreeSystem products(*mechanics);
    stored.assemble({0.0, 0.0, -1.0});
    products.assemble({0.0, 0.0, -1.0});
    const Eigen::MatrixXd A = denseOf(stored);
    EXPECT_LE(largest(denseOf(products) - A), 1e-12 * largest(A));
    const la::Vector diagonal = stored.layout().makeVector();
    TENON_PETSC(MatGetDiagonal(products.get(), diagonal.get()));
    const Eigen::VectorXd expected = A.diagonal();
    EXPECT_LE(largest(FileOrder(*mechanics).dense(diagonal.get()) - expected), 1e-12 * largest(expected));
  }
}

/// Returns the iterations of CG and the solution.
std::pair<int, Eigen::VectorXd> solve(const LinearSystem& system, const char* preconditioner) {
  la::LinearSolver ksp;
  PC pc = nullptr;
  TENON_PETSC(KSPCreate(system.layout().comm().mpi(), ksp.out()));
  TENON_PETSC(KSPSetOperators(ksp.get(), system.get(), system.get()));
  TENON_PETSC(KSPSetType(ksp.get(), KSPCG));
  TENON_PETSC(KSPGetPC(ksp.get(), &pc));
  TENON_PETSC(PCSetType(pc, preconditioner));
  TENON_PETSC(KSPSetTolerances(ksp.get(), 1e-11, PETSC_DEFAULT, PETSC_DEFAULT, 1000));
  const la::Vector b = system.residual(), x = system.layout().makeVector();
  TENON_PETSC(KSPSolve(ksp.get(), b.get(), x.get()));
  PetscInt iterations = 0;
  TENON_PETSC(KSPGetIterationNumber(ksp.get(), &iterations));
  return {static_cast<int>(iterations), FileOrder(system.mechanics()).dense(x.get())};
}

TEST(MatrixFreeSystem, IsSolvedWithJacobiAndWithBlocks) {
  auto body = elasticBox(world(), "cube", CellType::hex8, {3, 3, 3}, 0.0, 1);
  body->conditions.push_back(std::make_unique<constraint::Fixed>(constraint::Fixed::Data{"zmin", {}}, body->domain()));
  body->forces.push_back(
      std::make_unique<force::Gravity>(force::Gravity::Data{2.0, {0, 0, -10}, "", 1}, body->domain()));
  const auto mechanics = alone(std::move(body));
  AssembledSystem stored(*mechanics);
  MatrixFreeSystem products(*mechanics);
  stored.assemble({0.0, 0.0, -1.0});
  products.assemble({0.0, 0.0, -1.0});
  for (const char* preconditioner : {PCJACOBI, PCPBJACOBI}) {
    const auto [expected_iterations, expected] = solve(stored, preconditioner);
    const auto [iterations, x] = solve(products, preconditioner);
    EXPECT_LE(largest(x - expected), 1e-9 * largest(expected)) << preconditioner;
    EXPECT_NEAR(iterations, expected_iterations, 2);
    EXPECT_LT(iterations, 200);
  }
}

TEST(MatrixFreeSystem, KeepsItsShellAndMultipliesByTheTranspose) {
  const auto mechanics = twoBodies(world(), 0);
  MatrixFreeSystem system(*mechanics);
  const la::Vector x = system.layout().makeVector(), y = system.layout().makeVector();
  EXPECT_THROW(system.multiply(x.get(), y.get()), base::InternalError);
  const Mat shell = system.get();
  system.assemble({1.0, 0.0, 0.0});
  EXPECT_EQ(system.get(), shell);
  EXPECT_FALSE(system.isStored());
  TENON_PETSC(VecSet(x.get(), 1.0));
  TENON_PETSC(MatMultTranspose(shell, x.get(), y.get()));
  const Eigen::VectorXd transposed = FileOrder(*mechanics).dense(y.get());
  TENON_PETSC(MatMult(shell, x.get(), y.get()));
  EXPECT_EQ(largest(FileOrder(*mechanics).dense(y.get()) - transposed), 0.0);
}

}  // namespace
}  // namespace tenon::system
