// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/preconditioners/SingleMatrix.hpp"

#include <gtest/gtest.h>

#include "TwoBlocks.hpp"
#include "analysis/Bar.hpp"
#include "solver/preconditioners/PMultigrid.hpp"
#include "solver/preconditioners/preconditioners.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"

namespace tenon::solver {
namespace {

double norm(Vec vector) {
  PetscReal value = 0.0;
  TENON_PETSC(VecNorm(vector, NORM_2, &value));
  return value;
}

TEST(SingleMatrix, MultipliesAsTheMatrixToItsRounding) {
  const auto bar = tenon::testing::makeBar(true, {0, 0, 0.1});
  system::AssembledSystem system(*bar);
  system.assemble({0.0, 0.0, -1.0});
  ASSERT_TRUE(SingleMatrix::suits(system.get()));
  const la::Matrix single = SingleMatrix::makeShell(std::make_unique<SingleMatrix>(system.get()), system.get());
  const la::Vector x = system.layout().makeVector();
  system.layout().gather({bar->bodies()[0]->state().reference()}, x.get());
  la::Vector exact = system.layout().makeVector(), rounded = system.layout().makeVector();
  TENON_PETSC(VecShift(x.get(), 0.3));
  TENON_PETSC(VecPointwiseMult(x.get(), x.get(), x.get()));
  TENON_PETSC(MatMult(system.get(), x.get(), exact.get()));
  TENON_PETSC(MatMult(single.get(), x.get(), rounded.get()));
  const double size = norm(exact.get());
  TENON_PETSC(VecAXPY(rounded.get(), -1.0, exact.get()));
  EXPECT_GT(norm(rounded.get()), 0.0);
  EXPECT_LT(norm(rounded.get()), 1e-6 * size);
}

TEST(SingleMatrix, ValuesBeyondFloatsAreLeftInDouble) {
  const auto bar = tenon::testing::makeBar(true, {0, 0, 0.1});
  system::AssembledSystem system(*bar);
  system.assemble({0.0, 0.0, -1.0});
  TENON_PETSC(MatScale(system.get(), 1e40));
  EXPECT_FALSE(SingleMatrix::suits(system.get()));
}

/// Returns true if the smoother of a level multiplies by a copy of the matrix that its
/// preconditioner is built from.
bool smoothsWithCopy(PC levels, PetscInt level) {
  KSP smoother = nullptr;
  Mat product = nullptr, stored = nullptr;
  PetscBool is_shell = PETSC_FALSE;
  TENON_PETSC(PCMGGetSmoother(levels, level, &smoother));
  TENON_PETSC(KSPGetOperators(smoother, &product, &stored));
  TENON_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(product), MATSHELL, &is_shell));
  return is_shell == PETSC_TRUE && product != stored;
}

// The identity interpolates from all nodes; the coarse operator is then the matrix itself.
TEST(SingleMatrix, AllLevelsOfPMultigridUseCopies) {
  registerPreconditioners();
  const auto bar = tenon::testing::makeBar(true, {0, 0, 0.1});
  system::AssembledSystem system(*bar);
  system.assemble({0.0, 0.0, -1.0});
  Mat matrix = system.get();
  PetscInt rows = 0, num_levels = 0;
  la::Matrix identity;
  TENON_PETSC(MatGetLocalSize(matrix, &rows, nullptr));
  TENON_PETSC(MatCreateAIJ(PETSC_COMM_WORLD, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, 1, nullptr, 0, nullptr,
                           identity.out()));
  TENON_PETSC(MatSetBlockSize(identity.get(), 3));
  TENON_PETSC(MatAssemblyBegin(identity.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(identity.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatShift(identity.get(), 1.0));
  setVertexInterpolation(matrix, identity.get());
  PC pc = nullptr, of_coarse = nullptr;
  KSP coarse = nullptr;
  TENON_PETSC(PCCreate(PETSC_COMM_WORLD, &pc));
  TENON_PETSC(PCSetType(pc, p_multigrid_name));
  EXPECT_EQ(levelsOfPMultigrid(pc), nullptr);  // not set up
  TENON_PETSC(PCSetOperators(pc, matrix, matrix));
  TENON_PETSC(PCSetUp(pc));
  const la::Vector x = system.layout().makeVector(), in_double = system.layout().makeVector(),
                   in_single = system.layout().makeVector();
  system.layout().gather({bar->bodies()[0]->state().reference()}, x.get());
  TENON_PETSC(PCApply(pc, x.get(), in_double.get()));
  PC levels = levelsOfPMultigrid(pc);
  ASSERT_NE(levels, nullptr);
  EXPECT_FALSE(smoothsWithCopy(levels, 1));
  smoothInSinglePrecision(pc);
  EXPECT_TRUE(smoothsWithCopy(levels, 1));
  TENON_PETSC(PCMGGetCoarseSolve(levels, &coarse));
  TENON_PETSC(KSPGetPC(coarse, &of_coarse));
  TENON_PETSC(PCMGGetLevels(of_coarse, &num_levels));
  for (PetscInt level = 1; level < num_levels; ++level) EXPECT_TRUE(smoothsWithCopy(of_coarse, level));
  TENON_PETSC(PCApply(pc, x.get(), in_single.get()));
  const double size = norm(in_double.get());
  TENON_PETSC(VecAXPY(in_single.get(), -1.0, in_double.get()));
  EXPECT_GT(norm(in_single.get()), 0.0);
  EXPECT_LT(norm(in_single.get()), 1e-4 * size);
  TENON_PETSC(PCDestroy(&pc));
}

TEST(SingleMatrix, ASolveTakesTheSameIterations) {
  std::vector<int> iterations;
  for (const bool single : {false, true}) {
    const testing::TwoBlocks blocks({});
    Presets presets;
    registerPresets(presets);
    SolverOptions options;
    options.addPreset(presets.find("schur"));
    SolverParameters parameters;
    parameters.preset = "schur";
    parameters.single_precision = single;
    SaddleSolver solver(blocks.system(), parameters, options);
    const la::Vector displacement(blocks.newDisplacement()), multipliers(blocks.newMultipliers());
    iterations.push_back(solver.solve(blocks.f(), blocks.g(), displacement.get(), multipliers.get()).iterations);
  }
  EXPECT_NEAR(iterations[0], iterations[1], 1);
}

}  // namespace
}  // namespace tenon::solver
