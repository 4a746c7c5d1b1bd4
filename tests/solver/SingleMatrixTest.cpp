// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "solver/preconditioners/SingleMatrix.hpp"

#include <gtest/gtest.h>

#include "TwoBlocks.hpp"
#include "analysis/Bar.hpp"
#include "tenon/solver/saddle/SaddleSolver.hpp"
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
