// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Dense rows that couple many dofs, and dofs that occur in many rows: their contribution and their
// cost.
#include "solver/schur/longRows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "Solving.hpp"
#include "solver/saddle/Operators.hpp"
#include "solver/saddle/ScaledSystem.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::solver {
namespace {

using testing::difference;
using testing::Solution;
using testing::solve;
using testing::TwoBlocks;
using testing::TwoBlocksData;
using testing::Words;
using testing::world;

long entriesOf(Mat matrix) {
  MatInfo info;
  TENON_PETSC(MatGetInfo(matrix, MAT_GLOBAL_SUM, &info));
  return static_cast<long>(info.nz_used);
}

/// Returns an m x n matrix with the entries given by `value`, distributed by PETSc.
la::Matrix matrixOf(PetscInt m, PetscInt n, const std::function<double(PetscInt, PetscInt)>& value) {
  la::Matrix matrix;
  TENON_PETSC(MatCreateAIJ(world().mpi(), PETSC_DECIDE, PETSC_DECIDE, m, n, n, nullptr, n, nullptr, matrix.out()));
  PetscInt first = 0, last = 0;
  TENON_PETSC(MatGetOwnershipRange(matrix.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i)
    for (PetscInt j = 0; j < n; ++j)
      if (value(i, j) != 0.0) TENON_PETSC(MatSetValue(matrix.get(), i, j, value(i, j), INSERT_VALUES));
  TENON_PETSC(MatAssemblyBegin(matrix.get(), MAT_FINAL_ASSEMBLY));
  TENON_PETSC(MatAssemblyEnd(matrix.get(), MAT_FINAL_ASSEMBLY));
  return matrix;
}

/// Returns a chain: three entries per row, 298 in all.
la::Matrix chain() {
  return matrixOf(100, 100, [](PetscInt i, PetscInt j) { return i == j ? 2.0 : std::abs(i - j) == 1 ? -1.0 : 0.0; });
}

/// Returns the upper block of 7^3 nodes, constrained by six dense rows only.
TwoBlocksData floating() {
  TwoBlocksData data;
  data.cells_upper = 6;
  data.tie = false;
  data.hold_by_means = true;
  data.load_grows = true;
  return data;
}

TEST(LongRows, AreNotEliminated) {
  try {
    solve(TwoBlocks(floating()), "primal");
    FAIL() << "the matrix of the masters would have been full";
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(),
                ::testing::ContainsRegex(
                    "Constraint '.*' cannot be eliminated .*: one of its rows has [0-9]+ degrees of freedom"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("Use the preset 'schur'"));
    EXPECT_TRUE(error.isOnAllRanks());
  }
}

TEST(LongRows, RowsUpToFourTimesTheMeanAreAlwaysAffordable) {
  const la::Matrix A = chain();
  EXPECT_EQ(maxAffordableLength({}, A.get(), 0.25), 11);
  EXPECT_EQ(maxAffordableLength(std::vector<PetscInt>(1000, 11), A.get(), 0.25), 11);
}

TEST(LongRows, BeyondTheFillDecides) {
  const la::Matrix A = chain();
  const auto onFirst = [](std::vector<PetscInt> counts) { return world().isRoot() ? counts : std::vector<PetscInt>{}; };
  EXPECT_EQ(maxAffordableLength(onFirst({12}), A.get(), 0.5), 15);          // 144 of 149
  EXPECT_EQ(maxAffordableLength(onFirst({12, 12}), A.get(), 0.5), 11);      // 288
  EXPECT_EQ(maxAffordableLength(onFirst({12, 50, 90}), A.get(), 0.5), 15);  // the short one alone
  EXPECT_EQ(maxAffordableLength(onFirst({12}), A.get(), 0.4), 11);
}

TEST(LongRows, AreAppliedUpToSoMany) {
  const la::Matrix A = chain();
  const auto count = [&](PetscInt m, Augments kind) {
    const la::Matrix G = matrixOf(m, 100, [](PetscInt i, PetscInt j) { return i % 2 == 0 || j == i ? 1.0 : 0.0; });
    const std::vector<Augments> rows = augmentations(G.get(), A.get());
    return world().sum(static_cast<long>(std::count(rows.begin(), rows.end(), kind)));
  };
  EXPECT_EQ(count(10, Augments::entries), 5);
  EXPECT_EQ(count(10, Augments::product), 5);
  EXPECT_EQ(count(10, Augments::nothing), 0);
  EXPECT_EQ(count(80, Augments::product), most_long_rows);
  EXPECT_EQ(count(80, Augments::nothing), 40 - most_long_rows);
}

TEST(LongRows, AndLongColumnsAreLeftOut) {
  const la::Matrix A = chain();
  // Row 0 is dense; dof 99 belongs to all other rows, each of which has a dof of its own.
  const la::Matrix G = matrixOf(90, 100, [](PetscInt i, PetscInt j) {
    return i == 0 || i == j ? 3.0 : j == 99 ? 5.0 : 0.0;
  });
  const la::Matrix kept = withoutLongRows(G.get(), A.get());
  EXPECT_EQ(entriesOf(kept.get()), 89);
  const la::Matrix expected = matrixOf(90, 100, [](PetscInt i, PetscInt j) { return i == j && i > 0 ? 3.0 : 0.0; });
  PetscBool equal = PETSC_FALSE;
  TENON_PETSC(MatEqual(kept.get(), expected.get(), &equal));
  EXPECT_TRUE(equal);
  const la::Matrix short_ones = matrixOf(90, 100, [](PetscInt i, PetscInt j) { return i == j ? 3.0 : 0.0; });
  EXPECT_EQ(withoutLongRows(short_ones.get(), A.get()).get(), short_ones.get());  // no copy
}

TEST(LongRows, AddNothingToAWhileShortRowsDo) {
  const TwoBlocks means(floating());
  const ScaledSystem of_means(means.system(), 0.5);
  EXPECT_EQ(entriesOf(of_means.P()), entriesOf(means.system().A));
  EXPECT_NE(of_means.A(), of_means.P());
  EXPECT_EQ(of_means.lowRankTerm()->inverse_weight.size(), 6);

  TwoBlocksData data = floating();
  data.tie = true;
  const TwoBlocks both(data);
  data.hold_by_means = false;
  const TwoBlocks tied(data);
  const ScaledSystem of_both(both.system(), 0.5), of_tie(tied.system(), 0.5);
  EXPECT_LE(entriesOf(of_both.P()), entriesOf(of_tie.P()));
  EXPECT_GT(entriesOf(of_tie.P()), entriesOf(tied.system().A));
  EXPECT_EQ(of_tie.A(), of_tie.P());
  EXPECT_EQ(of_tie.lowRankTerm(), nullptr);
}

// The operator of A() is A + G'^T Gamma G', however each row is represented.
TEST(LongRows, AreInTheProduct) {
  TwoBlocksData data = floating();
  data.tie = true;
  const TwoBlocks blocks(data);
  const ScaledSystem scaled(blocks.system(), 0.5);
  const la::Vector x(blocks.newDisplacement()), y(blocks.newDisplacement()), expected(blocks.newDisplacement());
  PetscInt first = 0, last = 0;
  TENON_PETSC(VecGetOwnershipRange(x.get(), &first, &last));
  for (PetscInt i = first; i < last; ++i)
    TENON_PETSC(VecSetValue(x.get(), i, std::sin(1.7 * static_cast<double>(i)), INSERT_VALUES));
  TENON_PETSC(VecAssemblyBegin(x.get()));
  TENON_PETSC(VecAssemblyEnd(x.get()));
  la::Vector rows;
  TENON_PETSC(MatCreateVecs(scaled.G(), nullptr, rows.out()));
  TENON_PETSC(MatMult(scaled.G(), x.get(), rows.get()));
  TENON_PETSC(VecPointwiseMult(rows.get(), rows.get(), scaled.gamma()));
  TENON_PETSC(MatMult(blocks.system().A, x.get(), expected.get()));
  TENON_PETSC(MatMultTransposeAdd(scaled.G(), rows.get(), expected.get(), expected.get()));
  TENON_PETSC(MatMult(scaled.A(), x.get(), y.get()));
  EXPECT_LT(difference(blocks.gathered(y.get()), blocks.gathered(expected.get())), 1e-13);
}

TEST(LongRows, FillNothingOfTheSchurComplementButTheDiagonal) {
  TwoBlocksData data = floating();
  data.tie = true;
  const auto entries = [](const TwoBlocks& blocks) {
    return entriesOf(schurApproximations().find("selfp")(blocks.system()).get());
  };
  const long with = entries(TwoBlocks(data));
  data.hold_by_means = false;
  EXPECT_LE(with, entries(TwoBlocks(data)) + 6);
}

// A body constrained by dense rows alone needs about as many iterations as one constrained by a
// tie.
TEST(LongRows, HoldABody) {
  const TwoBlocks blocks(floating());
  const Solution direct = solve(blocks, "direct"), schur = solve(blocks, "schur");
  EXPECT_LT(difference(schur.displacement, direct.displacement), 1e-6);
  EXPECT_LE(schur.statistics.iterations, 25);
}

TEST(LongRows, CostFewIterationsBesideATie) {
  TwoBlocksData data = floating();
  data.tie = true;
  const TwoBlocks both(data);
  data.hold_by_means = false;
  const TwoBlocks tied(data);
  const Solution with = solve(both, "schur");
  EXPECT_LE(with.statistics.iterations, solve(tied, "schur").statistics.iterations + 8);
  EXPECT_LT(difference(with.displacement, solve(both, "direct").displacement), 1e-6);
}

// Multigrid would otherwise symmetrise its graphs on every level. A PETSc split inherits the
// symmetry flag from the whole matrix.
TEST(LongRows, LeaveMultigridWithASymmetricMatrix) {
  for (const bool tie : {false, true}) {
    TwoBlocksData data = floating();
    data.tie = tie;
    const TwoBlocks blocks(data);
    SaddleOptions options;
    options.form = SaddleOptions::Form::nest;
    options.has_splits = true;
    options.augmentation = 0.5;
    const Operators operators(blocks.system(), options);
    la::Matrix corner;
    PetscBool is_set = PETSC_FALSE, is_symmetric = PETSC_FALSE;
    std::array<IS, 2> fields{};
    TENON_PETSC(MatNestGetISs(operators.preconditionerMatrix(), fields.data(), nullptr));
    TENON_PETSC(
        MatCreateSubMatrix(operators.preconditionerMatrix(), fields[0], fields[0], MAT_INITIAL_MATRIX, corner.out()));
    TENON_PETSC(MatIsSymmetricKnown(corner.get(), &is_set, &is_symmetric));
    EXPECT_TRUE(is_set && is_symmetric) << tie;
  }
}

// In Newton's method both dense and short rows change in place.
TEST(LongRows, FollowOtherValuesInPlace) {
  for (const bool tie : {false, true})
    for (const bool updates_preconditioner : {true, false}) {
      TwoBlocksData data = floating();
      data.tie = tie;
      const TwoBlocks blocks(data);
      Presets presets;
      registerPresets(presets);
      SolverOptions options(Words{});
      options.addPreset(presets.find("few-rows"));
      SolverParameters parameters;
      parameters.preset = "few-rows";
      SaddleSolver solver(blocks.system(), parameters, options);
      const la::Vector u(blocks.newDisplacement()), mu(blocks.newMultipliers());
      solver.solve(blocks.f(), blocks.g(), u.get(), mu.get());

      TENON_PETSC(MatScale(blocks.system().A, updates_preconditioner ? 3.0 : 1.1));
      TENON_PETSC(MatScale(blocks.G(), updates_preconditioner ? -2.0 : 0.95));
      ASSERT_TRUE(solver.update(blocks.system(), updates_preconditioner));
      const SolveStatistics statistics = solver.solve(blocks.f(), blocks.g(), u.get(), mu.get());
      const Solution anew = solve(blocks, "few-rows");
      EXPECT_LT(difference(blocks.gathered(u.get()), anew.displacement), 1e-6) << tie << updates_preconditioner;
      EXPECT_LE(statistics.iterations, anew.statistics.iterations + (updates_preconditioner ? 1 : 8))
          << tie << updates_preconditioner;
    }
}

TEST(LongRows, AreNoTroubleToAnyPreset) {
  const TwoBlocks blocks(floating());
  const Solution direct = solve(blocks, "direct");
  for (const char* preset : {"few-rows", "minres", "schur-dense", "augmented", "uzawa", "gkb", "reduced"}) {
    const Solution solution = solve(blocks, preset);
    EXPECT_LT(difference(solution.displacement, direct.displacement), 1e-5) << preset;
    EXPECT_LT(difference(solution.all_multipliers, direct.all_multipliers), 1e-5) << preset;
    EXPECT_LE(solution.statistics.iterations, preset == std::string("minres")     ? 80
                                              : preset == std::string("few-rows") ? 40
                                                                                  : 15)
        << preset;
  }
}

}  // namespace
}  // namespace tenon::solver
