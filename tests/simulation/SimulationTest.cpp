// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Simulations that a program drives step by step.
#include "tenon/simulation/Simulation.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <petscsys.h>

#include <cmath>
#include <optional>

#include "Problem.hpp"
#include "analysis/Snapshot.hpp"
#include "io/Hdf5File.hpp"
#include "io/TemporaryFolder.hpp"
#include "simulation/commands.hpp"
#include "tenon/base/HostRuntime.hpp"
#include "tenon/simulation/reading/Additions.hpp"
#include "tenon/simulation/reading/CaseFile.hpp"

namespace tenon::simulation::testing {
namespace {

using ::testing::HasSubstr;

constexpr int num_steps = 6;

/// Cantilever of n hexahedra along z, which a force of constant direction bends.
mesh::MeshData cantilever(int n) {
  mesh::MeshData data;
  for (int k = 0; k <= n; ++k)
    data.points.insert(data.points.end(), {0, 0, 1.0 * k, 1, 0, 1.0 * k, 1, 1, 1.0 * k, 0, 1, 1.0 * k});
  data.cells.push_back({"hex8", {}});
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 8; ++i) data.cells[0].nodes.push_back(4 * k + i);
  data.groups = {{"base", "quad4", {}, {0, 3, 2, 1}}, {"tip", "quad4", {}, {4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3}}};
  return data;
}

/// Text of a transient analysis with large displacements.
std::string motion(const std::string& petsc = "{}") {
  return fmt::format(R"({{
    "objects": {{"bar": {{"mesh": "cantilever",
      "forces": [{{"type": "elastic", "material": {{"type": "saint-venant-kirchhoff", "young": 1000, "poisson": 0.3}}}},
                 {{"type": "traction", "group": "tip", "traction": [2, 0, 0]}}],
      "masses": [{{"type": "consistent", "density": 1}}], "conditions": [{{"type": "fixed", "group": "base"}}]}}}},
    "analysis": {{"type": "transient", "step": 0.05, "end_time": {}}}, "solver": {{"preset": "direct"}}, "petsc": {}}})",
                     0.05 * num_steps, petsc);
}

std::unique_ptr<Simulation> open(const std::string& text, const base::Communicator& comm = world(),
                                 const SimulationOptions& options = {}) {
  Additions additions;
  if (comm.isRoot()) additions.meshes["cantilever"] = cantilever(6);
  return std::make_unique<Simulation>(comm, CaseFile::fromText(comm, text, "model"), additions, options);
}

std::vector<double> displacements(Simulation& simulation) {
  const auto u = simulation.mechanics().bodies()[0]->state().displacement();
  return {u.begin(), u.end()};
}

template <class Work>
std::string messageOf(Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    return error.what();
  }
  return "";
}

TEST(Simulation, countsItsSteps) {
  const auto simulation = open(motion());
  EXPECT_FALSE(simulation->hasBegun());
  EXPECT_FALSE(simulation->isDone());
  EXPECT_EQ(simulation->numSteps(), num_steps);
  for (int step = 1; step <= num_steps; ++step) {
    EXPECT_FALSE(simulation->isDone());
    simulation->advance();
    EXPECT_EQ(simulation->numCompletedSteps(), step);
    EXPECT_NEAR(simulation->time(), 0.05 * step, 1e-14);
  }
  EXPECT_TRUE(simulation->isDone());
  EXPECT_THAT(messageOf([&] { simulation->advance(); }), HasSubstr("All steps of the analysis are completed"));
}

TEST(Simulation, continuesFromASnapshotBitByBit) {
  const auto simulation = open(motion());
  std::shared_ptr<const analysis::Snapshot> second;
  std::vector<std::vector<double>> first_pass;
  while (!simulation->isDone()) {
    simulation->advance();
    if (simulation->numCompletedSteps() == 2) second = simulation->snapshot();
    first_pass.push_back(displacements(*simulation));
  }
  simulation->restore(*second);
  EXPECT_EQ(simulation->numCompletedSteps(), 2);
  EXPECT_EQ(displacements(*simulation), first_pass[1]);
  while (!simulation->isDone()) {
    simulation->advance();
    EXPECT_EQ(displacements(*simulation), first_pass[static_cast<std::size_t>(simulation->numCompletedSteps() - 1)]);
  }
}

TEST(Simulation, alternatesWithAnother) {
  const auto alone = open(motion());
  alone->run();
  const std::vector<double> expected = displacements(*alone);
  const auto one = open(motion()), other = open(motion(R"({"ksp_type": "gmres", "ksp_rtol": 1e-12})"));
  while (!one->isDone()) {
    one->advance();
    other->advance();
  }
  EXPECT_EQ(displacements(*one), expected);
  const std::vector<double> close = displacements(*other);
  double largest = 0.0, difference = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    difference = std::max(difference, std::abs(expected[i] - close[i]));
  }
  EXPECT_LE(world().max(difference), 1e-9 * world().max(largest));
}

TEST(Simulation, leavesTheOptionsOfTheProgramUnchanged) {
  char *before = nullptr, *after = nullptr;
  ASSERT_EQ(PetscOptionsGetAll(nullptr, &before), 0);
  SimulationOptions options;
  options.petsc_words = {"-ksp_rtol", "1e-11"};
  const auto simulation = open(motion(R"({"ksp_max_it": 77})"), world(), options);
  simulation->advance();
  ASSERT_EQ(PetscOptionsGetAll(nullptr, &after), 0);
  EXPECT_STREQ(before, after);
  PetscFree(before);
  PetscFree(after);
  const Simulation::Scope scope(*simulation);
  const Simulation::Scope nested(*simulation);
  PetscReal tolerance = 0.0;
  PetscBool is_set = PETSC_FALSE;
  ASSERT_EQ(PetscOptionsGetReal(nullptr, nullptr, "-ksp_rtol", &tolerance, &is_set), 0);
  EXPECT_EQ(tolerance, 1e-11);
}

TEST(Simulation, runsOnPartsOfTheRanks) {
  MPI_Comm part = MPI_COMM_NULL;
  ASSERT_EQ(MPI_Comm_split(MPI_COMM_WORLD, world().rank() % 2, world().rank(), &part), MPI_SUCCESS);
  {
    const base::Communicator comm(part);
    const auto simulation = open(motion(), comm);
    simulation->run();
    const fem::Domain& bar = simulation->mechanics().bodies()[0]->domain();
    double sum = 0.0;
    for (base::LocalIndex node = 0; node < bar.mesh.layout().numOwned(); ++node)
      sum += simulation->mechanics().bodies()[0]->state().displacement()[3 * static_cast<std::size_t>(node)];
    sum = comm.sum(sum);
    EXPECT_GT(sum, 0.0);
    EXPECT_NEAR(world().max(sum), world().min(sum), 1e-10 * sum);
  }
  MPI_Comm_free(&part);
}

TEST(Simulation, solvesForGivenRightHandSides) {
  const auto simulation = open(motion());
  simulation->assemble(system::statics);
  const Mat A = simulation->linearSystem().get();
  la::Vector f, dx, product;
  ASSERT_EQ(MatCreateVecs(A, dx.out(), f.out()), 0);
  ASSERT_EQ(VecSet(f.get(), 1.0), 0);
  ASSERT_EQ(VecDuplicate(f.get(), product.out()), 0);
  EXPECT_EQ(simulation->linearSystem().factors().stiffness, -1.0);
  // The matrix of the analysis, not that of the last assemble(), is the one that is solved.
  simulation->begin();
  simulation->assemble();
  simulation->solveFor(f.get(), nullptr, dx.get(), nullptr);
  PetscReal norm = 0.0, reference = 0.0;
  ASSERT_EQ(MatMult(simulation->linearSystem().get(), dx.get(), product.get()), 0);
  ASSERT_EQ(VecNorm(f.get(), NORM_2, &reference), 0);
  ASSERT_EQ(VecAXPY(product.get(), -1.0, f.get()), 0);
  ASSERT_EQ(VecNorm(product.get(), NORM_2, &norm), 0);
  EXPECT_LE(norm, 1e-9 * reference);
}

TEST(Simulation, recordsTheFilesOfARun) {
  const io::testing::TemporaryFolder folder(world());
  const auto simulation = open(motion());
  simulation->record({folder / "steps", folder / "steps.json", "", true, false});
  EXPECT_TRUE(simulation->isRecording());
  EXPECT_THAT(messageOf([&] { simulation->record({folder / "again"}); }), HasSubstr("already being recorded"));
  simulation->run();
  EXPECT_THAT(messageOf([&] { simulation->restore(*simulation->snapshot()); }),
              HasSubstr("while results are being recorded"));
  simulation->finishRecording();
  const io::Hdf5File file = io::Hdf5File::open(world(), folder / "steps.h5");
  EXPECT_TRUE(file.exists("/summary"));
  EXPECT_TRUE(file.exists("/case"));
  EXPECT_THAT(messageOf([&] { simulation->record({folder / "late"}); }), HasSubstr("must start before the first step"));
}

TEST(Simulation, describesTheOrderOfCalls) {
  const auto simulation = open(motion());
  EXPECT_THAT(messageOf([&] { simulation->snapshot(); }), HasSubstr("after the analysis has begun"));
  EXPECT_THAT(messageOf([&] { simulation->finishRecording(); }), HasSubstr("call record() before the first step"));
}

}  // namespace
}  // namespace tenon::simulation::testing
