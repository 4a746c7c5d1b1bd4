// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/Statics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "Bar.hpp"
#include "la/matrices/rigidModes.hpp"
#include "solver/saddle/SaddleSolver.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

using ::testing::HasSubstr;
using testing::makeBar;

/// Record of a run.
struct History {
  std::vector<std::vector<double>> displacements;  // displacements of the owned nodes after each step
  std::vector<double> times;
  std::vector<solver::SolveStatistics> statistics;
};

struct RunParameters {
  Statics::Data analysis;
  solver::PreconditionerParameters preconditioner;
  std::string preset = "cg-amg";
  std::function<std::unique_ptr<system::LinearSystem>(const system::MechanicalSystem&)> system, own;
};

std::unique_ptr<system::LinearSystem> matrixFree(const system::MechanicalSystem& mechanics) {
  return std::make_unique<system::MatrixFreeSystem>(mechanics);
}

system::SystemOptions firstOrderOptions() {
  system::SystemOptions options;
  options.contents.first_order = true;
  return options;
}

std::unique_ptr<system::LinearSystem> ofFirstOrder(const system::MechanicalSystem& mechanics) {
  return std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::slots, firstOrderOptions());
}

History run(system::MechanicalSystem& bar, const RunParameters& how) {
  base::setUpLog(bar.comm(), "warn");
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions options;
  options.addPreset(presets.find(how.preset));
  solver::SolverParameters parameters;
  parameters.preset = how.preset;
  parameters.preconditioner = how.preconditioner;
  base::Phases phases(bar.comm());
  Equations equations(bar, how.system ? how.system(bar) : nullptr);
  TangentSolver solver(equations, parameters, options);
  if (how.own) solver.precondition(how.own(bar));
  History history;
  Statics(how.analysis)
      .run(equations, solver, phases, [&](int, double time, const Analysis::SolutionEvaluator& describe) {
        const la::State& state = bar.bodies()[0]->state();
        const auto u = state.displacement();
        history.displacements.emplace_back(u.begin(), u.begin() + 3 * state.layout().numOwned());
        history.times.push_back(time);
        history.statistics.push_back(describe({false, false}).statistics);
      });
  return history;
}

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return base::Communicator::world().max(most);
}

double difference(const std::vector<double>& a, const std::vector<double>& b, double factor = 1.0) {
  std::vector<double> left;
  for (std::size_t i = 0; i < a.size(); ++i) left.push_back(a[i] - factor * b[i]);
  return largest(left) / largest(a);
}

std::string errorOf(const RunParameters& how) {
  try {
    run(*makeBar(true, {0, 0, 0.1}), how);
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

RunParameters inSteps(int steps) {
  RunParameters how;
  how.analysis.steps = steps;
  return how;
}

TEST(Statics, LinearStepsFollowTheLoadWithOneSetUp) {
  RunParameters how = inSteps(4);
  how.analysis.end_time = 2.0;
  const History loaded = run(*makeBar(true, {0, 0, 0.1}), how);
  EXPECT_EQ(loaded.times, (std::vector<double>{0.5, 1.0, 1.5, 2.0}));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_LT(difference(loaded.displacements[i], loaded.displacements[0], static_cast<double>(i + 1)), 1e-6);
    EXPECT_EQ(loaded.statistics[i].solves, static_cast<int>(i) + 1);
    EXPECT_EQ(loaded.statistics[i].setup_seconds, loaded.statistics[0].setup_seconds);
  }
}

TEST(Statics, NewtonFindsEquilibriumInOneStepOrInMany) {
  const auto bar = makeBar(false, {0, 0, 1.0});
  const History at_once = run(*bar, inSteps(1));
  EXPECT_GT(largest(at_once.displacements[0]), 0.5) << "a load that turns the bar";
  EXPECT_GT(at_once.statistics[0].solves, 2);
  EXPECT_LT(at_once.statistics[0].solves, 12);
  PetscReal left = 0.0;
  TENON_PETSC(VecNorm(system::AssembledSystem(*bar).residual().get(), NORM_2, &left));
  EXPECT_LT(left, 1e-6);
  const History in_steps = run(*makeBar(false, {0, 0, 1.0}), inSteps(3));
  EXPECT_LT(difference(in_steps.displacements[2], at_once.displacements[0]), 1e-6);
}

TEST(Statics, NewtonThatDoesNotConvergeIsSaid) {
  RunParameters how = inSteps(2);
  how.analysis.max_iterations = 1;
  how.analysis.cuts = 0;
  try {
    run(*makeBar(false, {0, 0, 1.0}), how);
    FAIL();
  } catch (const base::NotConvergedError& error) {
    EXPECT_TRUE(error.isOnAllRanks());
    EXPECT_THAT(error.what(), HasSubstr("Newton's method did not converge in step 1 of 2 (t = 0.5)"));
  }
}

// Steps are halved until four iterations suffice, and grow again.
TEST(Statics, StepsThatFailAreCut) {
  const History at_once = run(*makeBar(false, {0, 0, 1.0}), inSteps(1));
  ASSERT_GT(at_once.statistics[0].solves, 4);
  RunParameters how = inSteps(1);
  how.analysis.max_iterations = 4;
  const History cut = run(*makeBar(false, {0, 0, 1.0}), how);
  EXPECT_GT(cut.times.size(), 2u);
  EXPECT_EQ(cut.times.back(), at_once.times.back());
  EXPECT_LT(difference(cut.displacements.back(), at_once.displacements[0]), 1e-6);
}

// Every variant of Newton's method finds the same equilibrium.
TEST(Statics, EveryMethodFindsTheSameEquilibrium) {
  const History newton = run(*makeBar(false, {0, 0, 1.0}), inSteps(3));
  for (const auto& [method, search] : {std::pair{"newton", "residual"},
                                       {"newton", "critical-point"},
                                       {"trust-region", "none"},
                                       {"quasi-newton", "none"},
                                       {"conjugate-gradients", "none"}}) {
    RunParameters how = inSteps(3);
    how.analysis.method = method, how.analysis.line_search = search;
    how.analysis.max_iterations = 2000;
    EXPECT_LT(difference(run(*makeBar(false, {0, 0, 1.0}), how).displacements[2], newton.displacements[2]), 1e-6)
        << method << search;
  }
  RunParameters inexact = inSteps(3);
  inexact.analysis.inexact = true;
  const History loose = run(*makeBar(false, {0, 0, 1.0}), inexact);
  EXPECT_LT(difference(loose.displacements[2], newton.displacements[2]), 1e-6);
  EXPECT_LT(loose.statistics[2].iterations, newton.statistics[2].iterations);
}

TEST(Statics, PreconditionersThatAreKeptLeadToTheSameEquilibrium) {
  const History fresh = run(*makeBar(false, {0, 0, 1.0}), inSteps(3));
  for (const char* type : {"system", "warped"})
    for (const char* moment : {"once", "every", "iterations-double"}) {
      RunParameters how = inSteps(3);
      how.preconditioner.type = type;
      how.preconditioner.update = moment;
      how.preconditioner.steps = 2;
      const History kept = run(*makeBar(false, {0, 0, 1.0}), how);
      EXPECT_LT(difference(kept.displacements[2], fresh.displacements[2]), 1e-6) << type << " " << moment;
    }
}

TEST(Statics, AWarpedPreconditionerServesABodyThatTurnsFar) {
  const base::Vec3 load(0, 0, 8.0);
  RunParameters kept = inSteps(4), warped = inSteps(4);
  kept.preconditioner.type = "system";
  warped.preconditioner.type = "warped";
  const int without = run(*makeBar(false, load), kept).statistics[3].iterations;
  const History turned = run(*makeBar(false, load), warped);
  EXPECT_GT(largest(turned.displacements[3]), 2.0) << "more than half the bar's length";
  EXPECT_LT(2 * turned.statistics[3].iterations, without);
  EXPECT_EQ(turned.statistics[3].setups, 1);
  kept.preconditioner.update = "iterations-double";
  const solver::SolveStatistics renewed = run(*makeBar(false, load), kept).statistics[3];
  EXPECT_LT(renewed.iterations, without);
  EXPECT_GT(renewed.setups, 1);
  EXPECT_LT(2 * renewed.setups, renewed.solves);
}

TEST(Statics, AMatrixFreeSystemIsSolvedAsAStoredOne) {
  const History stored = run(*makeBar(true, {0, 0, 0.1}), {});
  RunParameters own;
  own.system = matrixFree;
  own.preconditioner.type = "system";
  const History by_system = run(*makeBar(true, {0, 0, 0.1}), own);
  EXPECT_LT(difference(by_system.displacements[0], stored.displacements[0]), 1e-6);
  EXPECT_NEAR(by_system.statistics[0].iterations, stored.statistics[0].iterations, 1);
  RunParameters blocks;
  blocks.system = matrixFree;
  blocks.preset = "cg-block-jacobi";
  const History by_blocks = run(*makeBar(true, {0, 0, 0.1}), blocks);
  EXPECT_LT(difference(by_blocks.displacements[0], stored.displacements[0]), 1e-6);
}

PetscLogDouble entriesOf(system::LinearSystem& system) {
  MatInfo info;
  system.assemble({0.0, 0.0, -1.0});
  TENON_PETSC(MatGetInfo(system.get(), MAT_GLOBAL_SUM, &info));
  return info.nz_used;
}

TEST(Statics, CellsOfFirstOrderPreconditionThoseOfSecond) {
  for (const auto type : {mesh::CellType::hex27, mesh::CellType::tet10}) {
    const auto bar = makeBar(true, {0, 0, 0.1}, 2, type);
    system::AssembledSystem full(*bar), cheap(*bar, la::Insertion::slots, firstOrderOptions());
    EXPECT_LT(entriesOf(cheap), 0.6 * entriesOf(full));
    const History stored = run(*bar, {});
    RunParameters how;
    how.system = matrixFree;
    how.preconditioner.type = "system";
    how.own = ofFirstOrder;
    const History by_first_order = run(*makeBar(true, {0, 0, 0.1}, 2, type), how);
    EXPECT_LT(difference(by_first_order.displacements[0], stored.displacements[0]), 1e-6);
    EXPECT_LT(by_first_order.statistics[0].iterations, 3 * stored.statistics[0].iterations);
  }
}

system::SystemOptions leavingOut(bool system::MatrixContents::*flag) {
  system::SystemOptions options;
  options.contents.*flag = false;
  return options;
}

TEST(Statics, ATangentThatLeavesForcesOutLeadsToTheSameEquilibrium) {
  const double springs = 0.1;
  RunParameters how;
  how.system = [](const system::MechanicalSystem& mechanics) {
    system::SystemOptions options;
    options.contents.contributor = "elastic on bar";
    return std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::slots, options);
  };
  const History inexact = run(*makeBar(true, {0, 0, 0.1}, 2, mesh::CellType::hex8, springs), how);
  const History exact = run(*makeBar(true, {0, 0, 0.1}, 2, mesh::CellType::hex8, springs), {});
  const History without = run(*makeBar(true, {0, 0, 0.1}), {});
  EXPECT_EQ(exact.statistics[0].solves, 1);
  EXPECT_GT(inexact.statistics[0].solves, 1);
  EXPECT_LT(difference(inexact.displacements[0], exact.displacements[0]), 1e-6);
  EXPECT_GT(difference(without.displacements[0], exact.displacements[0]), 0.01);
}

TEST(Statics, SystemsThatAreForExportOrForPreconditionersAreNotSolved) {
  RunParameters how;
  how.system = [](const system::MechanicalSystem& mechanics) {
    return std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::slots,
                                                     leavingOut(&system::MatrixContents::projective_conditions));
  };
  EXPECT_THAT(errorOf(how), HasSubstr("keeps the constrained degrees of freedom"));
  how.system = ofFirstOrder;
  EXPECT_THAT(errorOf(how), HasSubstr("only in the system of the preconditioner"));
}

/// A, matrix-free A and the parts of A of the same bodies coexist, each with its own solver and
/// options.
TEST(Statics, SeveralSystemsAndSolversLiveOverOneMechanicalSystem) {
  const auto bar = makeBar(true, {0, 0, 0.1});
  bar->setTime(1.0);
  system::AssembledSystem stored(*bar);
  system::CompositeSystem parts(*bar, {{"K", {0.0, 0.0, 1.0}}});
  system::MatrixFreeSystem products(*bar);
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions options;
  std::vector<solver::SaddleSolver> solvers;
  const std::vector<std::pair<system::LinearSystem*, std::string>> all{
      {&stored, "cg-amg"}, {&parts, "direct"}, {&products, "cg-block-jacobi"}};
  const la::NullSpace rigid_modes = la::rigidModes(stored.layout());
  const la::Vector f = stored.residual();
  for (const auto& [system, preset] : all) {
    system->assemble({0.0, 0.0, -1.0});
    solver::SolverParameters parameters;
    parameters.preset = preset;
    parameters.prefix = system->kind() + "_";
    options.addPreset(presets.find(preset), parameters.prefix);
    solver::SaddleSystem saddle;
    saddle.A = system->get();
    saddle.rigid_modes = rigid_modes.get();
    solvers.emplace_back(saddle, parameters, options);
  }
  la::Vector first = stored.layout().makeVector(), other = stored.layout().makeVector();
  solvers[0].solve(f.get(), nullptr, first.get(), nullptr);
  PetscReal size = 0.0, left = 0.0;
  TENON_PETSC(VecNorm(first.get(), NORM_2, &size));
  for (std::size_t i = 1; i < solvers.size(); ++i) {
    solvers[i].solve(f.get(), nullptr, other.get(), nullptr);
    TENON_PETSC(VecAXPY(other.get(), -1.0, first.get()));
    TENON_PETSC(VecNorm(other.get(), NORM_2, &left));
    EXPECT_LT(left, 1e-6 * size) << all[i].second;
  }
}

TEST(Statics, MultigridWithoutEntriesIsRefused) {
  RunParameters how;
  how.system = matrixFree;
  EXPECT_THAT(errorOf(how), HasSubstr("'gamg' needs the entries of a matrix, but the system is matrix-free"));
}

}  // namespace
}  // namespace tenon::analysis
