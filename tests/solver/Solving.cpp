// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Solving.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tenon::solver::testing {

Solution solve(const TwoBlocks& blocks, const std::string& preset, const Words& words, bool allow_unused,
               const SolverParameters& given) {
  Presets presets;
  registerPresets(presets);
  SolverOptions options(words,
                        allow_unused ? SolverOptions::UnusedOptions::accept : SolverOptions::UnusedOptions::reject);
  options.addPreset(presets.find(preset));
  SolverParameters parameters = given;
  parameters.preset = preset;
  SaddleSolver solver(blocks.system(), parameters, options);
  const la::Vector displacement(blocks.newDisplacement());
  options.requireKnown(world(), [&] { return solver.knownOptions(); });
  Solution solution;
  la::Vector& multipliers = solution.multipliers;
  if (blocks.G() != nullptr) multipliers = la::Vector(blocks.newMultipliers());
  solution.statistics = solver.solve(blocks.f(), blocks.g(), displacement.get(), multipliers.get());
  solution.displacement = blocks.gathered(displacement.get());
  if (!multipliers) return solution;
  const PetscScalar* values = nullptr;
  PetscInt count = 0;
  TENON_PETSC(VecGetLocalSize(multipliers.get(), &count));
  TENON_PETSC(VecGetArrayRead(multipliers.get(), &values));
  solution.all_multipliers = world().gatherAll(std::vector<double>(values, values + count));
  TENON_PETSC(VecRestoreArrayRead(multipliers.get(), &values));
  return solution;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0, size = 0.0;
  EXPECT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const double distance = std::abs(a[i] - b[i]);
    if (!(distance <= largest)) largest = distance;  // keeps NaN
    size = std::max(size, std::abs(b[i]));
  }
  return largest / size;
}

}  // namespace tenon::solver::testing
