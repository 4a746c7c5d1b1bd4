// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// All presets for systems with multipliers, on the same problems.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "Solving.hpp"
#include "solver/schur/DenseSchur.hpp"
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

struct PresetTolerance {
  const char* preset;
  Words words;  // options for the highest attainable accuracy
  bool takes_compliance = true;
};

std::vector<PresetTolerance> presets() {
  return {{"schur", {"-ksp_rtol", "1e-12"}},
          {"minres", {"-ksp_rtol", "1e-13"}},
          {"schur-dense", {}},
          {"augmented", {"-ksp_rtol", "1e-12"}},
          {"uzawa", {"-ksp_rtol", "1e-12"}},
          {"gkb", {"-ksp_rtol", "1e-12", "-pc_fieldsplit_gkb_tol", "1e-13"}, false},
          {"reduced", {"-ksp_rtol", "1e-12", "-fieldsplit_multipliers_ksp_rtol", "1e-12"}},
          {"schur-sparse", {"-ksp_rtol", "1e-12"}},
          {"primal", {"-ksp_rtol", "1e-12"}, false},
          {"primal-p-amg", {"-ksp_rtol", "1e-12"}, false}};
}

/// Returns the upper block constrained by the tie alone, opened by a gap. On 3 and 4 ranks only the
/// first ranks have rows of G.
TwoBlocksData floating() {
  TwoBlocksData data;
  data.gap = 0.01;
  return data;
}

/// Returns blocks constrained at the bottom by multipliers, all with compliance.
TwoBlocksData compliant() {
  TwoBlocksData data;
  data.clamp_lower = false;
  data.hold_base_by_multipliers = true;
  data.compliance = 2e-3;
  return data;
}

TEST(SaddlePresets, AgreeOnAFloatingTiedBody) {
  const TwoBlocks blocks(floating());
  const Solution direct = solve(blocks, "direct");
  for (const PresetTolerance& tight : presets()) {
    const Solution solution = solve(blocks, tight.preset, tight.words);
    EXPECT_LT(difference(solution.displacement, direct.displacement), 1e-8) << tight.preset;
    EXPECT_LT(difference(solution.all_multipliers, direct.all_multipliers), 1e-6) << tight.preset;
  }
}

TEST(SaddlePresets, AgreeOnABodyHeldWithCompliance) {
  const TwoBlocks blocks(compliant());
  const Solution direct = solve(blocks, "direct");
  for (const PresetTolerance& tight : presets()) {
    if (!tight.takes_compliance) continue;
    const Solution solution = solve(blocks, tight.preset, tight.words);
    EXPECT_LT(difference(solution.displacement, direct.displacement), 1e-8) << tight.preset;
    EXPECT_LT(difference(solution.all_multipliers, direct.all_multipliers), 1e-6) << tight.preset;
  }
}

TEST(SaddlePresets, AsTheyAreTheyMeetTheirBars) {
  const TwoBlocks blocks(floating());
  const Solution direct = solve(blocks, "direct");
  const std::vector<std::pair<const char*, int>> most{{"schur", 45},     {"minres", 90},       {"schur-dense", 2},
                                                      {"augmented", 10}, {"uzawa", 10},        {"gkb", 2},
                                                      {"reduced", 2},    {"schur-sparse", 45}, {"primal", 30}};
  for (const auto& [preset, iterations] : most) {
    const Solution solution = solve(blocks, preset);
    EXPECT_LE(solution.statistics.iterations, iterations) << preset;
    EXPECT_LT(difference(solution.displacement, direct.displacement), 1e-5) << preset;
  }
}

TEST(SaddlePresets, UnitsDoNotMatter) {
  TwoBlocksData data = floating();
  data.young = 2.1e11;
  data.load = 1e4;
  data.gap = 1e-6;
  const TwoBlocks blocks(data);
  const Solution direct = solve(blocks, "direct");
  for (const PresetTolerance& tight : presets())
    EXPECT_LT(difference(solve(blocks, tight.preset).displacement, direct.displacement), 1e-5) << tight.preset;
}

TEST(SaddlePresets, RepeatedConstraintsChangeNothingButTheShareOfEach) {
  TwoBlocksData twice = floating();
  twice.repeat_tie = true;
  const Solution once = solve(TwoBlocks(floating()), "direct");
  const TwoBlocks blocks(twice);
  for (const char* preset : {"direct", "schur-dense", "augmented", "uzawa", "reduced"}) {
    const Solution solution = solve(blocks, preset);
    EXPECT_LT(difference(solution.displacement, once.displacement), 1e-7) << preset;
  }
}

TEST(SaddlePresets, WhatRepeatsCannotBeEliminated) {
  TwoBlocksData twice = floating();
  twice.repeat_tie = true;
  const TwoBlocks blocks(twice);
  EXPECT_THAT(failureOf<base::InputError>([&] { solve(blocks, "primal"); }),
              AllOf(HasSubstr("constraint '"), HasSubstr("cannot eliminate"), HasSubstr("are redundant")));
}

TEST(SaddlePresets, ComplianceIsRefusedWhereItCannotBe) {
  const TwoBlocks blocks(compliant());
  EXPECT_THAT(failureOf<base::InputError>([&] { solve(blocks, "primal"); }),
              AllOf(HasSubstr("Constraint 'tie' has compliance"), HasSubstr("saddle_form primal")));
  EXPECT_THAT(failureOf<base::InputError>([&] { solve(blocks, "gkb"); }),
              AllOf(HasSubstr("Constraint 'tie' has compliance"), HasSubstr("gkb")));
}

TEST(SaddlePresets, HoldsAreEliminatedToo) {
  TwoBlocksData data = floating();
  data.clamp_lower = false;
  data.hold_base_by_multipliers = true;
  const TwoBlocks blocks(data);
  const Solution direct = solve(blocks, "direct"), primal = solve(blocks, "primal", {"-ksp_rtol", "1e-12"});
  EXPECT_LT(difference(primal.displacement, direct.displacement), 1e-8);
  EXPECT_LT(difference(primal.all_multipliers, direct.all_multipliers), 1e-6);
}

TEST(SaddlePresets, NestAndOneMatrixAreTheSame) {
  const TwoBlocks blocks(floating());
  for (const char* preset : {"schur", "minres", "schur-dense", "augmented", "uzawa", "reduced", "gkb"}) {
    const Solution nest = solve(blocks, preset), aij = solve(blocks, preset, {"-saddle_form", "aij"});
    EXPECT_LT(difference(aij.displacement, nest.displacement), 1e-6) << preset;
    EXPECT_LE(aij.statistics.iterations, nest.statistics.iterations + 5) << preset;
  }
}

TEST(SaddlePresets, MumpsGetsMoreRoomWhereItRunsOutOfIt) {
  TwoBlocksData data = floating();
  data.cells_lower = 4;
  data.cells_upper = 5;
  const TwoBlocks blocks(data);
  const Solution roomy = solve(blocks, "direct");
  const Solution scarce = solve(blocks, "direct", {"-mat_mumps_icntl_14", "-60"});
  EXPECT_LT(difference(scarce.displacement, roomy.displacement), 1e-8);
}

TEST(SaddlePresets, WhatMumpsCannotDoIsSaid) {
  TwoBlocksData data = floating();
  data.cells_lower = 5;
  data.cells_upper = 6;
  const TwoBlocks blocks(data);
  const std::string said = failureOf<base::NotConvergedError>([&] {
    solve(blocks, "direct", {"-mat_mumps_icntl_23", "1"});  // MB
  });
  EXPECT_THAT(said, AllOf(HasSubstr("MUMPS"), HasSubstr("INFOG(1) = -")));
}

/// Preconditioner that fails like PETSc's MatSolve when MUMPS runs out of memory.
PetscErrorCode applyWithoutMemory(PC, Vec, Vec) {
  SETERRQ(PETSC_COMM_SELF, PETSC_ERR_LIB, "Error reported by MUMPS in solve phase: INFOG(1)=%d", -13);
}
PetscErrorCode makeWithoutMemory(PC pc) {
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetApply(pc, applyWithoutMemory));
  return 0;
}

TEST(SaddlePresets, MemoryThatIsMissingOnlyInTheSolveIsSaid) {
  TENON_PETSC(PCRegister("without-memory", makeWithoutMemory));
  const TwoBlocks blocks(floating());
  for (const char* option : {"-pc_type", "-fieldsplit_displacement_pc_type"}) {
    const std::string said = failureOf<base::NotConvergedError>([&] {
      solve(blocks, "schur", {option, "without-memory"});
    });
    EXPECT_THAT(said,
                AllOf(HasSubstr("not enough memory"), HasSubstr("MUMPS (INFOG(1) = -13)"), HasSubstr("more ranks")));
  }
}

TEST(SaddlePresets, AUsersSchurApproximationIsOneFunction) {
  static int calls;
  calls = 0;
  schurApproximations().add("exact-of-a-test", "the inverse of A by brute force", [](const SaddleSystem& system) {
    ++calls;
    return schurApproximations().find("diagonal")(system);
  });
  const TwoBlocks blocks(floating());
  const Solution direct = solve(blocks, "direct");
  const Solution by_option = solve(blocks, "schur", {"-saddle_schur", "exact-of-a-test"});
  EXPECT_EQ(calls, 1);
  EXPECT_LT(difference(by_option.displacement, direct.displacement), 1e-5);
  SolverParameters parameters;
  parameters.schur = "exact-of-a-test";
  solve(blocks, "schur", {}, false, parameters);
  EXPECT_EQ(calls, 2);
  EXPECT_THAT(failureOf<base::InputError>([&] {
                solve(blocks, "schur", {"-saddle_schur", "diagnal"});
              }),
              HasSubstr("did you mean 'diagonal'?"));
}

/// Points with mass on a line, each tied to its neighbours in 2D: x_(i+1) - x_i = 0.1 i. The first
/// point is driven.
struct Chain {
  explicit Chain(PetscInt points) {
    const MPI_Comm comm = testing::world().mpi();
    TENON_PETSC(MatCreateAIJ(comm, PETSC_DECIDE, PETSC_DECIDE, points, points, 1, nullptr, 0, nullptr, A.out()));
    TENON_PETSC(MatCreateAIJ(comm, PETSC_DECIDE, PETSC_DECIDE, points - 1, points, 2, nullptr, 2, nullptr, G.out()));
    TENON_PETSC(MatCreateVecs(G.get(), f.out(), g.out()));
    PetscInt first = 0, last = 0;
    TENON_PETSC(MatGetOwnershipRange(A.get(), &first, &last));
    for (PetscInt i = first; i < last; ++i) {
      TENON_PETSC(MatSetValue(A.get(), i, i, 1.0 + 0.01 * static_cast<double>(i % 7), INSERT_VALUES));
      TENON_PETSC(VecSetValue(f.get(), i, i == 0 ? 1.0 : 0.0, INSERT_VALUES));
    }
    TENON_PETSC(MatGetOwnershipRange(G.get(), &first, &last));
    for (PetscInt i = first; i < last; ++i) {
      TENON_PETSC(MatSetValue(G.get(), i, i, -1.0, INSERT_VALUES));
      TENON_PETSC(MatSetValue(G.get(), i, i + 1, 1.0, INSERT_VALUES));
      TENON_PETSC(VecSetValue(g.get(), i, 0.1 * static_cast<double>(i % 3), INSERT_VALUES));
    }
    for (Mat matrix : {A.get(), G.get()}) {
      TENON_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
      TENON_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
    }
    for (Vec vector : {f.get(), g.get()}) {
      TENON_PETSC(VecAssemblyBegin(vector));
      TENON_PETSC(VecAssemblyEnd(vector));
    }
  }
  la::Matrix A, G;
  la::Vector f, g;
};

TEST(SaddlePresets, ALumpedMassNeedsNoSolve) {
  const Chain chain(200);
  SaddleSystem system;
  system.A = chain.A.get();
  system.G = chain.G.get();
  Presets presets;
  registerPresets(presets);
  std::map<std::string, la::Vector> solutions;
  std::map<std::string, SolveStatistics> statistics;
  for (const char* preset : {"direct", "reduced", "schur-sparse"}) {
    SolverParameters parameters;
    parameters.preset = preset;
    SolverOptions options;
    options.addPreset(presets.find(parameters.preset));
    SaddleSolver solver(system, parameters, options);
    la::Vector mu;
    TENON_PETSC(VecDuplicate(chain.f.get(), solutions[preset].out()));
    TENON_PETSC(VecDuplicate(chain.g.get(), mu.out()));
    statistics[preset] = solver.solve(chain.f.get(), chain.g.get(), solutions[preset].get(), mu.get());
  }
  // S is that of a chain of springs: each iteration propagates information by one point.
  EXPECT_GT(statistics["reduced"].inner_iterations, 50);
  EXPECT_LE(statistics["reduced"].inner_iterations, 450);
  EXPECT_LE(statistics["schur-sparse"].iterations, 2);
  PetscReal size = 0.0;
  TENON_PETSC(VecNorm(solutions["direct"].get(), NORM_INFINITY, &size));
  for (const char* preset : {"reduced", "schur-sparse"}) {
    PetscReal left = 0.0;
    TENON_PETSC(VecAXPY(solutions[preset].get(), -1.0, solutions["direct"].get()));
    TENON_PETSC(VecNorm(solutions[preset].get(), NORM_INFINITY, &left));
    EXPECT_LT(left, 1e-6 * size) << preset;
  }
}

TEST(SaddlePresets, OwnOptionsAreChecked) {
  const TwoBlocks blocks(floating());
  const auto errorOf = [&](const Words& words) {
    return failureOf<base::InputError>([&] { solve(blocks, "schur", words); });
  };
  EXPECT_THAT(errorOf({"-saddle_form", "nst"}), HasSubstr("-saddle_form cannot be 'nst'"));
  EXPECT_THAT(errorOf({"-saddle_form", "primal"}), HasSubstr("fieldsplit does not apply"));
  EXPECT_THAT(errorOf({"-saddle_augmentation", "much"}), HasSubstr("must be a nonnegative number"));
  EXPECT_THAT(errorOf({"-saddle_augmentaton", "1"}), HasSubstr("did you mean -saddle_augmentation?"));
}

TEST(SaddlePresets, DenseIsForFewMultipliers) {
  const Chain chain(DenseSchur::most_multipliers + 2);
  SaddleSystem system;
  system.A = chain.A.get();
  system.G = chain.G.get();
  Presets presets;
  registerPresets(presets);
  SolverOptions options;
  options.addPreset(presets.find("schur-dense"));
  EXPECT_THAT(failureOf<base::InputError>([&] { SaddleSolver(system, {}, options); }),
              AllOf(HasSubstr("supports at most 3000 multipliers, but the system has 3001"),
                    HasSubstr("choose the preset 'schur'")));
}

TEST(SaddlePresets, DenseIsForMultipliersOnly) {
  TwoBlocksData data = floating();
  data.tie = false;
  const TwoBlocks blocks(data);
  EXPECT_THAT(failureOf<base::InputError>([&] {
                solve(blocks, "direct", {"-pc_type", "tenon_dense"});
              }),
              HasSubstr("only the multiplier block"));
}

TEST(SaddlePresets, SplitsAreNamedAfterObjectsAndGroups) {
  TwoBlocksData data = floating();
  data.clamp_lower = false;
  data.hold_base_by_multipliers = true;
  data.repeat_tie = false;
  const TwoBlocks blocks(data);
  const Words words{"-fieldsplit_displacement_pc_type",
                    "fieldsplit",
                    "-fieldsplit_displacement_pc_fieldsplit_type",
                    "symmetric_multiplicative",
                    "-fieldsplit_displacement_fieldsplit_lower_pc_type",
                    "gamg",
                    "-fieldsplit_displacement_fieldsplit_lower_mg_levels_pc_type",
                    "jacobi",
                    "-fieldsplit_displacement_fieldsplit_upper_ksp_type",
                    "preonly",
                    "-fieldsplit_displacement_fieldsplit_upper_pc_type",
                    "cholesky",
                    "-fieldsplit_displacement_fieldsplit_upper_pc_factor_mat_solver_type",
                    "mumps",
                    "-fieldsplit_multipliers_pc_type",
                    "fieldsplit",
                    "-fieldsplit_multipliers_fieldsplit_tie_pc_type",
                    "lu",
                    "-fieldsplit_multipliers_fieldsplit_tie_pc_factor_mat_solver_type",
                    "mumps",
                    "-fieldsplit_multipliers_fieldsplit_base_pc_type",
                    "jacobi"};
  const Solution direct = solve(blocks, "direct"), split = solve(blocks, "schur", words);
  EXPECT_LT(difference(split.displacement, direct.displacement), 1e-5);
  Words misspelt = words;
  misspelt.insert(misspelt.end(), {"-fieldsplit_displacement_fieldsplit_uper_ksp_type", "cg"});
  EXPECT_THAT(failureOf<base::InputError>([&] { solve(blocks, "schur", misspelt); }),
              HasSubstr("did you mean -fieldsplit_displacement_fieldsplit_upper_ksp_type?"));
}

// The multiplier preconditioner of the preset is a solver, whose own preconditioner may be a
// fieldsplit.
TEST(SaddlePresets, PartsOfASolverInsideASplitHaveNamesToo) {
  TwoBlocksData data;
  data.clamp_lower = false;
  data.hold_base_by_multipliers = true;
  const TwoBlocks blocks(data);
  const Words words{"-fieldsplit_multipliers_ksp_pc_type",
                    "fieldsplit",
                    "-fieldsplit_multipliers_ksp_fieldsplit_tie_pc_type",
                    "jacobi",
                    "-fieldsplit_multipliers_ksp_fieldsplit_base_pc_type",
                    "jacobi"};
  const Solution direct = solve(blocks, "direct"), split = solve(blocks, "schur", words);
  EXPECT_LT(difference(split.displacement, direct.displacement), 1e-5);
}

}  // namespace
}  // namespace tenon::solver
