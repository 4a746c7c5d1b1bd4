// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/Statics.hpp"
#include "analysis/Transient.hpp"
#include "mass/LumpedMass.hpp"
#include "repeatability.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/solver/options/Preset.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {
namespace {

using ::testing::HasSubstr;
using testing::onAllRanks;
using testing::repeatability;

/// Force on every node that a program changes between steps: p - k u - c u^3 for each component.
class Anchor : public force::ForceField {
 public:
  explicit Anchor(const fem::Domain& domain) : domain_(domain) {}
  double p = 0.0, k = 2.0, c = 0.0;

  std::string name() const override { return "anchor"; }
  bool isLinear() const override { return c == 0.0; }
  bool isSupport() const override { return true; }
  void addForce(la::ForceVector& f) const override {
    const auto u = domain_.state.displacement();
    for (std::size_t i = 0; i < u.size(); ++i) f.on(domain_.state)[i] += p - k * u[i] - c * u[i] * u[i] * u[i];
  }
  void addStiffness(la::StiffnessMatrix& K) const override {
    auto dfdx = K.forceOn(domain_.state).byPositionOf(domain_.state);
    const auto u = domain_.state.displacement();
    for (base::LocalIndex node = 0; node < domain_.mesh.layout().numLocal(); ++node) {
      base::Vec3 slope;
      for (int i = 0; i < 3; ++i) slope[i] = -k - 3 * c * std::pow(u[static_cast<std::size_t>(3 * node + i)], 2);
      dfdx(node, node) += base::Mat3(slope.asDiagonal());
    }
  }

 private:
  const fem::Domain& domain_;
};

/// A box whose nodes are anchored, each with the mass 1/8 per cell.
class Anchored {
 public:
  explicit Anchored(double cubic = 0.0) : phases_(base::Communicator::world()) {
    base::setUpLog(base::Communicator::world(), "error");
    auto body = std::make_unique<system::Body>(
        "box", mesh::box(base::Communicator::world(), mesh::CellType::hex8, {4, 1, 1}, {0, 0, 0}, {4, 1, 1}));
    auto anchor = std::make_unique<Anchor>(body->domain());
    anchor->c = cubic;
    anchor_ = anchor.get();
    body->forces.push_back(std::move(anchor));
    mass::LumpedMass::Data mass;
    mass.density = 1.0;
    body->masses.push_back(std::make_unique<mass::LumpedMass>(mass, body->domain()));
    std::vector<std::unique_ptr<system::Body>> bodies;
    bodies.push_back(std::move(body));
    mechanics_ = std::make_unique<system::MechanicalSystem>(std::move(bodies),
                                                            std::vector<std::unique_ptr<constraint::Constraint>>{});
    solver::Presets presets;
    solver::registerPresets(presets);
    options_.addPreset(presets.find("direct"));
    parameters_.preset = "direct";
    equations_ = std::make_unique<Equations>(*mechanics_);
    solver_ = std::make_unique<TangentSolver>(*equations_, parameters_, options_);
  }
  std::unique_ptr<AnalysisRun> begin(Analysis& analysis) { return analysis.begin(*equations_, *solver_, phases_); }
  Anchor& anchor() { return *anchor_; }
  Equations& equations() { return *equations_; }
  const la::State& state() const { return std::as_const(*mechanics_->bodies().front()).state(); }
  std::vector<double> values() const {
    std::vector<double> all;
    const auto count = static_cast<std::ptrdiff_t>(state().layout().numOwned()) * 3;
    for (const auto of : {state().displacement(), state().velocity(), state().acceleration()})
      all.insert(all.end(), of.begin(), of.begin() + count);
    return all;
  }
  /// Expects that all owned displacements are u.
  void expectDisplacement(double u) const {
    const auto count = static_cast<std::size_t>(state().layout().numOwned()) * 3;
    for (std::size_t i = 0; i < count; ++i) EXPECT_NEAR(state().displacement()[i], u, 1e-12 * std::abs(u));
  }

 private:
  base::Phases phases_;
  std::unique_ptr<system::MechanicalSystem> mechanics_;
  Anchor* anchor_ = nullptr;
  solver::SolverOptions options_;
  solver::SolverParameters parameters_;
  std::unique_ptr<Equations> equations_;
  std::unique_ptr<TangentSolver> solver_;
};

Statics::Data inLoadSteps(int steps) {
  Statics::Data data;
  data.steps = steps;
  data.cuts = 0;
  return data;
}

Transient::Data inTime(const std::string& stepper) {
  Transient::Data data;
  data.step = 0.1, data.end_time = 1.0, data.cuts = 0;
  data.stepper = stepper;
  return data;
}

TEST(ChangesBetweenSteps, LoadsAreThoseOfEachStep) {
  Anchored one;
  Statics statics(inLoadSteps(4));
  const auto run = one.begin(statics);
  one.anchor().p = 3.0;
  run->advance();
  one.expectDisplacement(1.5);
  one.anchor().p = -1.0;
  run->advance();
  one.expectDisplacement(-0.5);
  one.anchor().k = 5.0;
  one.equations().invalidate();
  run->advance();
  one.expectDisplacement(-0.2);
  one.anchor().p = 10.0;
  run->advance();
  one.expectDisplacement(2.0);
  EXPECT_TRUE(run->isDone());
}

// M a = p - k u holds at the end of each step, with the masses 1/8 of cells and 1/4 between cells.
TEST(ChangesBetweenSteps, AChangedStiffnessActsInTheNextTimeStep) {
  for (const char* stepper : {"implicit-euler", "trapezoid", "bdf2", "generalised-alpha"}) {
    Anchored one;
    Transient transient(inTime(stepper));
    const auto run = one.begin(transient);
    one.anchor().p = 1.0;
    run->advance();
    run->advance();
    one.anchor().k = 7.0;
    one.equations().invalidate();
    run->advance();
    const la::State& state = one.state();
    for (std::size_t i = 0; i < static_cast<std::size_t>(state.layout().numOwned()) * 3; ++i) {
      const double x = state.reference()[i / 3 * 3], mass = x < 0.5 || x > 3.5 ? 0.125 : 0.25;
      // Schemes compute a from differences of displacements divided by h^2 = 0.01.
      const double force = 1.0 - 7.0 * state.displacement()[i];
      EXPECT_NEAR(mass * state.acceleration()[i], force, 1e-11) << stepper;
      EXPECT_GT(std::abs(force), 0.1) << stepper;
    }
  }
}

// The step is repeated with the former load, and the course is that of a run without the failure.
void expectRepeatable(Analysis& analysis, Analysis& undisturbed, double cubic) {
  Anchored one(cubic), other(cubic);
  const auto run = one.begin(analysis), reference = other.begin(undisturbed);
  one.anchor().p = other.anchor().p = 3.0;
  for (int step = 0; step < 2; ++step) run->advance(), reference->advance();
  const std::vector<double> before = one.values();
  one.anchor().p = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(run->advance(), base::Error);
  EXPECT_TRUE(onAllRanks(one.values() == before));
  EXPECT_EQ(run->numCompletedSteps(), 2);
  EXPECT_FALSE(run->isDone());
  one.anchor().p = 3.0;
  while (!reference->isDone()) {
    run->advance(), reference->advance();
    EXPECT_EQ(run->time(), reference->time());
    EXPECT_TRUE(onAllRanks(testing::difference(one.values(), other.values(), repeatability(), 1.0).empty()));
  }
  EXPECT_TRUE(run->isDone());
}

TEST(ChangesBetweenSteps, AFailedStepCanBeRepeated) {
  for (const double cubic : {0.0, 0.5}) {
    Statics statics(inLoadSteps(4)), also_statics(inLoadSteps(4));
    expectRepeatable(statics, also_statics, cubic);
    for (const char* stepper : {"generalised-alpha", "bdf2", "implicit-euler"}) {
      Transient transient(inTime(stepper)), also_transient(inTime(stepper));
      expectRepeatable(transient, also_transient, cubic);
    }
  }
}

TEST(ChangesBetweenSteps, AnExplicitStepThatFailedNeedsASnapshot) {
  Anchored one;
  Transient transient(inTime("central-difference"));
  const auto run = one.begin(transient);
  one.anchor().p = 3.0;
  run->advance();
  const Snapshot snapshot = run->snapshot();
  run->advance();
  const std::vector<double> after = one.values();
  one.anchor().p = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(run->advance(), base::NotConvergedError);
  one.anchor().p = 3.0;
  EXPECT_THAT([&] { run->advance(); }, ::testing::ThrowsMessage<base::InputError>(HasSubstr("restore a snapshot")));
  run->restore(snapshot);
  run->advance();
  EXPECT_TRUE(onAllRanks(one.values() == after));
}

TEST(ChangesBetweenSteps, RefusesASnapshotOfAnotherAnalysis) {
  Anchored one;
  Statics statics(inLoadSteps(2));
  Transient transient(inTime("bdf2"));
  const Snapshot snapshot = one.begin(statics)->snapshot();
  const auto run = one.begin(transient);
  EXPECT_THAT([&] { run->restore(snapshot); },
              ::testing::ThrowsMessage<base::InputError>(HasSubstr("but this run has steps of type 'bdf2'")));
}

}  // namespace
}  // namespace tenon::analysis
