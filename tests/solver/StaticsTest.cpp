#include "tenon/solver/Statics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "Bar.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/system/AssembledSystem.hpp"
#include "tenon/system/MatrixFreeSystem.hpp"

namespace tenon::solver {
namespace {

using ::testing::HasSubstr;
using testing::makeBar;

/// What a run goes through.
struct History {
  std::vector<std::vector<double>> displacements;  // of the owned nodes, after each step
  std::vector<double> times;
  std::vector<SolveStatistics> statistics;
};

struct How {
  StaticsParameters analysis;
  PreconditionerParameters preconditioner;
  std::string preset = "cg-amg";
  bool matrix_free = false;
};

History run(system::MechanicalSystem& bar, const How& how) {
  base::setUpLog(bar.comm(), "warn");
  Presets presets;
  registerPresets(presets);
  SolverOptions options;
  options.addPreset(presets.find(how.preset));
  SolverParameters parameters;
  parameters.preset = how.preset;
  parameters.preconditioner = how.preconditioner;
  base::Phases phases(bar.comm());
  LinearStatics linear(bar, how.matrix_free ? std::make_unique<system::MatrixFreeSystem>(bar) : nullptr);
  Statics statics(bar, linear, how.analysis);
  History history;
  statics.solve(parameters, options, phases, [&](int, double time, const StaticSolution& solution) {
    const la::State& state = bar.bodies()[0]->state();
    const auto u = state.displacement();
    history.displacements.emplace_back(u.begin(), u.begin() + 3 * state.layout().numOwned());
    history.times.push_back(time);
    history.statistics.push_back(solution.statistics);
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

How inSteps(int steps) {
  How how;
  how.analysis.steps = steps;
  return how;
}

TEST(Statics, LinearStepsFollowTheLoadWithOneSetUp) {
  How how = inSteps(4);
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
  How how = inSteps(2);
  how.analysis.max_iterations = 1;
  try {
    run(*makeBar(false, {0, 0, 1.0}), how);
    FAIL();
  } catch (const base::NotConvergedError& error) {
    EXPECT_TRUE(error.onAllRanks());
    EXPECT_THAT(error.what(), HasSubstr("Newton's method did not converge in step 1 of 2 (t = 0.5)"));
  }
}

TEST(Statics, PreconditionersThatAreKeptLeadToTheSameEquilibrium) {
  const History fresh = run(*makeBar(false, {0, 0, 1.0}), inSteps(3));
  for (const char* type : {"system", "warped"})
    for (const char* moment : {"once", "every", "iterations-double"}) {
      How how = inSteps(3);
      how.preconditioner.type = type;
      how.preconditioner.moment = moment;
      how.preconditioner.steps = 2;
      const History kept = run(*makeBar(false, {0, 0, 1.0}), how);
      EXPECT_LT(difference(kept.displacements[2], fresh.displacements[2]), 1e-6) << type << " " << moment;
    }
}

TEST(Statics, AWarpedPreconditionerServesABodyThatTurnsFar) {
  const base::Vec3 load(0, 0, 8.0);
  How kept = inSteps(4), warped = inSteps(4);
  kept.preconditioner.type = "system";
  warped.preconditioner.type = "warped";
  const int without = run(*makeBar(false, load), kept).statistics[3].iterations;
  const int with = run(*makeBar(false, load), warped).statistics[3].iterations;
  EXPECT_LT(with, without);
}

TEST(Statics, AMatrixFreeSystemIsSolvedAsAStoredOne) {
  const History stored = run(*makeBar(true, {0, 0, 0.1}), {});
  How own;
  own.matrix_free = true;
  own.preconditioner.type = "system";
  const History by_system = run(*makeBar(true, {0, 0, 0.1}), own);
  EXPECT_LT(difference(by_system.displacements[0], stored.displacements[0]), 1e-6);
  EXPECT_NEAR(by_system.statistics[0].iterations, stored.statistics[0].iterations, 1);
  How blocks;
  blocks.matrix_free = true;
  blocks.preset = "cg-block-jacobi";
  const History by_blocks = run(*makeBar(true, {0, 0, 0.1}), blocks);
  EXPECT_LT(difference(by_blocks.displacements[0], stored.displacements[0]), 1e-6);
}

TEST(Statics, MultigridWithoutEntriesIsRefused) {
  How how;
  how.matrix_free = true;
  try {
    run(*makeBar(true, {0, 0, 0.1}), how);
    FAIL();
  } catch (const base::InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("'gamg' needs the entries of a matrix, but the system is matrix-free"));
  }
}

TEST(Renewal, MomentsAreOnceEverySoManyStepsOrWhenIterationsDouble) {
  PreconditionerParameters parameters;
  EXPECT_TRUE(Renewal(parameters).isDue());
  const auto made = [&](const char* moment) {
    parameters.type = "system";
    parameters.moment = moment;
    parameters.steps = 2;
    Renewal renewal(parameters);
    EXPECT_TRUE(renewal.isDue());
    renewal.renewed();
    renewal.solved(10);
    EXPECT_FALSE(renewal.isDue());
    return renewal;
  };
  Renewal once = made("once"), every = made("every"), doubled = made("iterations-double");
  for (Renewal* renewal : {&once, &every, &doubled}) {
    renewal->beginStep();
    renewal->solved(20);
    EXPECT_FALSE(renewal->isDue());
    renewal->beginStep();
    renewal->solved(21);
  }
  EXPECT_FALSE(once.isDue());
  EXPECT_TRUE(every.isDue());
  EXPECT_TRUE(doubled.isDue());
}

}  // namespace
}  // namespace tenon::solver
