// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/saddle/SaddleSolver.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "Solving.hpp"
#include "la/matrices/SetupCounts.hpp"
#include "la/vectors.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::solver {
namespace {

using ::testing::AllOf;
using testing::difference;
using testing::failureOf;
using ::testing::HasSubstr;
using testing::Solution;
using testing::solve;
using testing::TwoBlocks;
using testing::TwoBlocksData;
using testing::Words;
using testing::world;

TEST(SaddleSolver, PresetsAgreeOnAFloatingTiedBody) {
  const TwoBlocks blocks({});
  const Solution direct = solve(blocks, "direct"), schur = solve(blocks, "schur");
  EXPECT_LT(difference(schur.displacement, direct.displacement), 1e-6);
  EXPECT_LT(schur.statistics.iterations, 45);
  EXPECT_LT(schur.statistics.residual_displacement, 1e-7);
  EXPECT_LT(schur.statistics.residual_multipliers, 1e-7);
  EXPECT_LT(direct.statistics.residual_displacement, 1e-9);
  EXPECT_EQ(schur.statistics.preset, "schur");
}

TEST(SaddleSolver, IsTheSameOnAnyNumberOfRanks) {
  const Solution distributed = solve(TwoBlocks({}), "direct");
  const Solution alone = solve(TwoBlocks({}, base::Communicator::self()), "direct");
  EXPECT_LT(difference(distributed.displacement, alone.displacement), 1e-10);
}

// Guards the statement of docs/reference/performance.md with 9,609 dofs. Here both sides of the tie
// are on different ranks, which costs some iterations because multigrid aggregates end at rank
// boundaries.
TEST(SaddleSolver, IterationsHardlyDependOnTheRanks) {
  TwoBlocksData data;
  data.cells_lower = 10;
  data.cells_upper = 11;
  const TwoBlocks blocks(data), alone(data, base::Communicator::self());
  const int iterations = solve(blocks, "schur").statistics.iterations;
  EXPECT_LE(iterations, 30);
  EXPECT_NEAR(iterations, solve(alone, "schur").statistics.iterations, 7);
}

TEST(SaddleSolver, MultipliersAreTheForcesOnTheBodies) {
  TwoBlocksData data;
  data.clamp_lower = false;
  data.hold_base_by_multipliers = true;
  const TwoBlocks held_by_multipliers(data), clamped({});
  for (const char* preset : {"direct", "schur"}) {
    const Solution a = solve(held_by_multipliers, preset), b = solve(clamped, preset);
    EXPECT_LT(difference(a.displacement, b.displacement), 1e-6) << preset;
    // Force balance A delta + G^T mu = f: the mu of the tie and of the base each balance the load,
    // once in z with weight -1.
    PetscScalar sum = 0.0;
    la::Vector pulled;
    TENON_PETSC(VecDuplicate(held_by_multipliers.f(), pulled.out()));
    TENON_PETSC(MatMultTranspose(held_by_multipliers.G(), a.multipliers.get(), pulled.get()));
    TENON_PETSC(VecSum(pulled.get(), &sum));
    const double load = 64.0 * (1.0 / 3.0 - 1.0);  // tie rows sum to zero, so only the base's reaction remains
    EXPECT_NEAR(sum, load, 1e-5 * std::abs(load)) << preset;
  }
}

TEST(SaddleSolver, GapAndComplianceGiveTheSameByBothWays) {
  TwoBlocksData data;
  data.gap = 0.01;
  data.compliance = 2e-3;
  const TwoBlocks blocks(data);
  EXPECT_LT(difference(solve(blocks, "schur").displacement, solve(blocks, "direct").displacement), 1e-6);
}

TEST(SaddleSolver, UnitsDoNotMatter) {
  TwoBlocksData data;
  data.young = 2.1e11;
  data.load = 1e4;
  data.gap = 1e-6;
  const TwoBlocks blocks(data);
  const Solution schur = solve(blocks, "schur");
  EXPECT_LT(difference(schur.displacement, solve(blocks, "direct").displacement), 1e-6);
  EXPECT_LT(schur.statistics.iterations, 45);
}

TEST(SaddleSolver, RowsWithoutEntriesGetNoMultiplier) {
  TwoBlocksData data;
  data.empty_rows = 4;
  const TwoBlocks blocks(data);
  for (const char* preset : {"schur", "direct"}) {
    const Solution solution = solve(blocks, preset);
    EXPECT_LT(difference(solution.displacement, solve(TwoBlocks({}), preset).displacement), 1e-6);
    if (world().rank() != world().size() - 1) continue;
    const PetscScalar* values = nullptr;
    PetscInt size = 0;
    TENON_PETSC(VecGetLocalSize(solution.multipliers.get(), &size));
    TENON_PETSC(VecGetArrayRead(solution.multipliers.get(), &values));
    for (PetscInt i = size - 4; i < size; ++i) EXPECT_EQ(values[i], 0.0);
    TENON_PETSC(VecRestoreArrayRead(solution.multipliers.get(), &values));
  }
}

TEST(SaddleSolver, SolvesWithoutMultipliers) {
  TwoBlocksData data;
  data.tie = false;
  data.cells_upper = 1;
  TwoBlocksData upper_alone = data;
  upper_alone.load = 0.0;  // the unloaded floating upper body makes the singular A consistent
  const TwoBlocks idle(upper_alone);
  const Solution solution = solve(idle, "cg-amg");
  EXPECT_EQ(solution.statistics.residual_displacement, 0.0);
  EXPECT_EQ(solution.statistics.iterations, 0);
}

TEST(SaddleSolver, HypreAndMonitorsComeFromTheCommandLine) {
  const TwoBlocks blocks({});
  const Solution hypre = solve(blocks, "schur", {"-fieldsplit_displacement_pc_type", "hypre"});
  EXPECT_LT(difference(hypre.displacement, solve(blocks, "direct").displacement), 1e-6);
  const Solution factored = solve(blocks, "schur", {"-pc_type", "lu", "-pc_factor_mat_solver_type", "mumps"});
  EXPECT_LT(factored.statistics.iterations, 4);
}

TEST(SaddleSolver, RefusesAWrongSolution) {
  const TwoBlocks blocks({});
  const std::string few = failureOf<base::NotConvergedError>([&] {
    solve(blocks, "schur", {"-ksp_max_it", "2"}, true);
  });
  EXPECT_THAT(few, AllOf(HasSubstr("did not converge"), HasSubstr("after 2 iterations"), HasSubstr("DIVERGED_ITS"),
                         HasSubstr("displacement block"), HasSubstr("Try the preset 'direct'")));
  const std::string careless = failureOf<base::NotConvergedError>([&] {
    solve(blocks, "schur", {"-ksp_type", "preonly", "-pc_type", "none"}, true);
  });
  EXPECT_THAT(careless, HasSubstr("CONVERGED_ITS"));
}

// Each of the six iterations leaves the known fraction 1 - scale of the error. The total (1 -
// scale)^6 lies on either side of the tolerance 1e-8.
TEST(SaddleSolver, AcceptsAndRefusesOnEitherSideOfTheLimit) {
  const TwoBlocks blocks({});
  const auto solved = [&](const std::string& scale) {
    return solve(blocks, "direct",
                 {"-ksp_type", "richardson", "-ksp_richardson_scale", scale, "-ksp_max_it", "1", "-ksp_pc_side", "left",
                  "-ksp_norm_type", "none"},
                 true);
  };
  const SolveStatistics good = solved("0.965").statistics;
  EXPECT_LE(std::max(good.residual_displacement, good.residual_multipliers), 1e-8);
  EXPECT_GE(std::max(good.residual_displacement, good.residual_multipliers), 1e-10);
  EXPECT_THAT(failureOf<base::NotConvergedError>([&] { solved("0.927"); }), HasSubstr("e-08 (tolerance 1e-08"));
}

// An almost unconstrained chain of springs: the factorisation gives a residual at round-off, but a
// large error.
TEST(SaddleSolver, RefusesWhatRefinementDoesNotConfirm) {
  const PetscInt n = 12;
  const auto solved = [&](double ground) {
    la::Matrix A;
    TENON_PETSC(MatCreateAIJ(world().mpi(), world().isRoot() ? n : 0, world().isRoot() ? n : 0, n, n, 3, nullptr, 0,
                             nullptr, A.out()));
    const auto add = [&](PetscInt i, PetscInt j, double value) {
      TENON_PETSC(MatSetValue(A.get(), i, j, value, ADD_VALUES));
    };
    for (PetscInt i = 0; world().isRoot() && i + 1 < n; ++i) {
      const double k = 1.0 + std::sin(static_cast<double>(i));
      add(i, i, k), add(i + 1, i + 1, k), add(i, i + 1, -k), add(i + 1, i, -k);
    }
    if (world().isRoot()) add(0, 0, ground);
    TENON_PETSC(MatAssemblyBegin(A.get(), MAT_FINAL_ASSEMBLY));
    TENON_PETSC(MatAssemblyEnd(A.get(), MAT_FINAL_ASSEMBLY));
    SaddleSystem system;
    system.A = A.get();
    Presets presets;
    registerPresets(presets);
    SolverOptions options(Words{"-mat_mumps_icntl_24", "0"});
    options.addPreset(presets.find("direct"));
    SolverParameters parameters;
    parameters.preset = "direct";
    SaddleSolver solver(system, parameters, options);
    const la::Vector f = la::makeColumnVector(A.get()), delta = la::makeColumnVector(A.get());
    TENON_PETSC(VecSet(f.get(), 1.0));
    solver.solve(f.get(), nullptr, delta.get(), nullptr);
    return la::norm(delta.get(), NORM_INFINITY);
  };
  EXPECT_NEAR(solved(1e-9), n * 1e9, 1e-5 * n * 1e9);
  EXPECT_THAT(failureOf<base::NotConvergedError>([&] { solved(1e-15); }),
              AllOf(HasSubstr("singular to working precision"), HasSubstr("insufficiently supported parts")));
}

TEST(SaddleSolver, MisspeltOptionsAreCorrected) {
  const TwoBlocks blocks({});
  const auto errorOf = [&](const std::string& word) {
    return failureOf<base::InputError>([&] { solve(blocks, "schur", {word, "5"}); });
  };
  EXPECT_THAT(errorOf("-fieldsplit_displacment_pc_type"), HasSubstr("did you mean -fieldsplit_displacement_pc_type?"));
  EXPECT_THAT(errorOf("-ksp_monitr"), HasSubstr("did you mean -ksp_monitor?"));
  EXPECT_THAT(errorOf("-fieldsplit_displacement_mg_level_ksp_max_it"),
              HasSubstr("did you mean -fieldsplit_displacement_mg_levels_ksp_max_it?"));
  EXPECT_THAT(errorOf("-ksp_gmres_restrt"), HasSubstr("did you mean -ksp_gmres_restart?"));
}

TEST(SaddleSolver, OptionsThatPetscRefusesAreInputErrors) {
  const TwoBlocks blocks({});
  EXPECT_THAT(failureOf<base::InputError>([&] {
                solve(blocks, "schur", {"-ksp_type", "fgmress"});
              }),
              HasSubstr("PETSc rejects"));
}

TEST(SaddleSolver, MethodsForSymmetricMatricesAreRefusedWithWhoMadeItNonSymmetric) {
  TwoBlocksData data;
  data.tie = false;
  const TwoBlocks blocks(data);
  SaddleSystem system = blocks.system();
  system.asymmetric_contributors = {"follower-pressure on upper/top", "springs"};
  Presets presets;
  registerPresets(presets);
  for (const Words& words : {Words{"-ksp_type", "minres"}, Words{"-ksp_type", "cg"}, Words{"-pc_type", "cholesky"},
                             Words{"-fieldsplit_displacement_pc_type", "icc"}}) {
    SolverOptions options(words);
    options.addPreset(presets.find("direct"));
    EXPECT_THAT(failureOf<base::InputError>([&] { SaddleSolver(system, {}, options); }),
                AllOf(HasSubstr(words[0] + " " + words[1] + " (from the command line) requires a symmetric system"),
                      HasSubstr("the tangents of follower-pressure on upper/top and of springs are not symmetric")));
  }
}

TEST(SaddleSolver, SeveralLiveAtOnceEachWithItsOptions) {
  const TwoBlocks blocks({});
  Presets presets;
  registerPresets(presets);
  SolverOptions options;
  std::vector<SaddleSolver> solvers;
  std::vector<std::vector<double>> solutions;
  for (const char* preset : {"direct", "schur"}) {
    const std::string prefix = std::string(preset) + "_";
    options.addPreset(presets.find(preset), prefix);
    SolverParameters parameters;
    parameters.preset = preset;
    parameters.prefix = prefix;
    solvers.emplace_back(blocks.system(), parameters, options);
  }
  std::vector<int> iterations;
  for (SaddleSolver& solver : solvers) {
    const la::Vector displacement(blocks.newDisplacement()), multipliers(blocks.newMultipliers());
    iterations.push_back(solver.solve(blocks.f(), blocks.g(), displacement.get(), multipliers.get()).iterations);
    solutions.push_back(blocks.gathered(displacement.get()));
  }
  EXPECT_LT(iterations[0], 3);
  EXPECT_GT(iterations[1], 5);
  EXPECT_LT(difference(solutions[1], solutions[0]), 1e-6);
}

// New values in the same matrices need no new solver, matrix or symbolic phase. The solution equals
// that of a solver created for the new values.
TEST(SaddleSolver, FollowsOtherValuesInPlace) {
  for (const char* preset : {"direct", "schur", "schur-dense", "augmented", "reduced"})
    for (const bool updates_preconditioner : {true, false}) {
      SCOPED_TRACE(std::string(preset) + (updates_preconditioner ? ", renewed" : ", kept"));
      const TwoBlocks blocks({});
      SolverOptions options;
      Presets presets;
      registerPresets(presets);
      options.addPreset(presets.find(preset));
      SolverParameters parameters;
      parameters.preset = preset;
      SaddleSolver solver(blocks.system(), parameters, options);
      const la::Vector u(blocks.newDisplacement()), mu(blocks.newMultipliers());
      solver.solve(blocks.f(), blocks.g(), u.get(), mu.get());

      const la::SetupCounts before = la::countSetups();
      TENON_PETSC(MatScale(blocks.system().A, updates_preconditioner ? 3.0 : 1.1));
      TENON_PETSC(MatScale(blocks.G(), updates_preconditioner ? -2.0 : 0.95));
      ASSERT_TRUE(solver.update(blocks.system(), updates_preconditioner));
      const SolveStatistics statistics = solver.solve(blocks.f(), blocks.g(), u.get(), mu.get());
      const la::SetupCounts made = la::countSetups() - before;
      EXPECT_EQ(statistics.setups, updates_preconditioner ? 1 : 0);
      EXPECT_EQ(made.solvers, 0);
      // PETSc's multigrid moves its coarse levels to fewer ranks at each set-up.
      const bool may_move = updates_preconditioner && std::string(preset) == "schur" && world().size() > 1;
      EXPECT_LE(made.patterns, may_move ? 100 : 0);
      EXPECT_LE(made.symbolic_products, may_move ? 10 : 0);
      EXPECT_LT(difference(blocks.gathered(u.get()), solve(blocks, preset).displacement), 1e-6);
    }
}

// In each step of a contact whose rows have not changed, the preconditioner may be updated with the
// same G. PETSc then skips the formation of an existing transpose, which must still be unscaled.
TEST(SaddleSolver, SchurApproximationsAreUpdatedRepeatedlyWithTheSameRows) {
  for (const char* name : {"diagonal", "nodal-inverse", "selfp"}) {
    SCOPED_TRACE(name);
    const TwoBlocks blocks({});
    const la::Matrix S = schurApproximations().find(name)(blocks.system());
    TENON_PETSC(MatScale(blocks.system().A, 4.0));
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(schurApproximations().update(name, blocks.system(), S.get()));
    const la::Matrix expected = schurApproximations().find(name)(blocks.system());
    PetscReal size = 0.0, error = 0.0;
    TENON_PETSC(MatNorm(expected.get(), NORM_FROBENIUS, &size));
    TENON_PETSC(MatAXPY(expected.get(), -1.0, S.get(), SAME_NONZERO_PATTERN));
    TENON_PETSC(MatNorm(expected.get(), NORM_FROBENIUS, &error));
    EXPECT_GT(size, 0.0);
    EXPECT_LT(error, 1e-14 * size);
  }
}

}  // namespace
}  // namespace tenon::solver
