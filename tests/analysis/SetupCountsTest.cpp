// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Objects created after the first step of a run: none, only values change.
#include "la/matrices/SetupCounts.hpp"

#include <gtest/gtest.h>

#include "Bar.hpp"
#include "analysis/Transient.hpp"
#include "constraint/joints/Distance.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/mass/ConsistentMass.hpp"
#include "tenon/solver/options/Preset.hpp"

namespace tenon::analysis {
namespace {

enum class Nonlinear { nothing, forces, constraints };

/// Returns a bar clamped at x = 0 by multipliers, under a load on its end; with rods across that
/// end if the constraints are nonlinear.
std::unique_ptr<system::MechanicalSystem> makeHeldBar(Nonlinear what) {
  auto body = std::make_unique<system::Body>(
      "bar", mesh::box(base::Communicator::world(), mesh::CellType::hex8, {4, 2, 2}, {0, 0, 0}, {4, 1, 1}));
  const fem::Domain& domain = body->domain();
  if (what == Nonlinear::nothing)
    body->forces.push_back(force::Elastic::make(
        force::Elastic::Data{base::CaseNode::parse("{type: linear-elastic, young: 1000, poisson: 0.3}", "bar"), ""},
        domain));
  else
    body->forces.push_back(std::make_unique<testing::SpringNetwork>(100.0, domain));
  body->forces.push_back(std::make_unique<testing::EndLoad>(base::Vec3{0.3, -20.0, 10.0}, domain));
  mass::ConsistentMass::Data mass;
  mass.density = 1.0;
  body->masses.push_back(std::make_unique<mass::ConsistentMass>(mass, domain));
  const auto find = [&](const std::string&) -> const fem::Domain& { return domain; };
  std::vector<std::unique_ptr<constraint::Constraint>> constraints;
  constraint::DisplacementConstraint::Data hold;
  hold.name = "wall", hold.object = "bar", hold.group = "xmin";
  for (auto& value : hold.values) value = 0.0;
  constraints.push_back(std::make_unique<constraint::DisplacementConstraint>(hold, find));
  if (what == Nonlinear::constraints) {
    constraint::Distance::Data rods;
    rods.first.object = rods.second.object = "bar";
    rods.pairs.list = {{5, 15}, {15, 45}, {5, 45}};
    constraints.push_back(std::make_unique<constraint::Distance>(rods, find));
  }
  std::vector<std::unique_ptr<system::Body>> bodies;
  bodies.push_back(std::move(body));
  return std::make_unique<system::MechanicalSystem>(std::move(bodies), std::move(constraints));
}

struct Outcome {
  la::SetupCounts first, rest;
  double moved = 0.0, swept = 0.0;  // largest displacement, and along y
};

Outcome run(Nonlinear what, const std::string& preset, bool projects) {
  base::setUpLog(base::Communicator::world(), "warn");
  const auto mechanics = makeHeldBar(what);
  solver::Presets presets;
  solver::registerPresets(presets);
  solver::SolverOptions options;
  options.addPreset(presets.find(preset));
  solver::SolverParameters parameters;
  parameters.preset = preset;
  base::Phases phases(mechanics->comm());
  Transient::Data how;
  how.step = 0.025, how.end_time = 0.2;
  how.project_velocities = projects;
  Outcome outcome;
  const la::SetupCounts before = la::countSetups();
  la::SetupCounts after_first;
  {
    Equations equations(*mechanics);
    TangentSolver solver(equations, parameters, options);
    Transient(how).run(equations, solver, phases, [&](int step, double, const auto&) {
      if (step == 1) after_first = la::countSetups();
    });
  }
  outcome.first = after_first - before;
  outcome.rest = la::countSetups() - after_first;
  const auto u = mechanics->bodies().front()->state().displacement();
  for (std::size_t i = 0; i < u.size(); ++i) {
    outcome.moved = std::max(outcome.moved, std::abs(u[i]));
    if (i % 3 == 1) outcome.swept = std::min(outcome.swept, u[i]);
  }
  outcome.moved = mechanics->comm().max(outcome.moved);
  outcome.swept = mechanics->comm().min(outcome.swept);
  return outcome;
}

TEST(SetupCounts, AfterTheFirstStepNothingIsMadeAnew) {
  for (const Nonlinear what : {Nonlinear::nothing, Nonlinear::forces, Nonlinear::constraints}) {
    double moved = 0.0;
    for (const auto& [preset, projects] :
         {std::pair{"direct", false}, {"direct", true}, {"schur", false}, {"schur", true}, {"schur-dense", false}}) {
      SCOPED_TRACE(std::string(preset) + (projects ? ", projected" : "") +
                   ", nonlinear: " + std::to_string(static_cast<int>(what)));
      const Outcome outcome = run(what, preset, projects);
      EXPECT_GT(outcome.first.solvers, 0);
      EXPECT_GT(outcome.first.patterns, 0);
      EXPECT_GT(outcome.first.symbolic_products, 0);
      EXPECT_EQ(outcome.rest.solvers, 0);
      EXPECT_EQ(outcome.rest.patterns, 0);
      EXPECT_EQ(outcome.rest.symbolic_products, 0);
      EXPECT_LT(outcome.swept, -0.005) << "the bar moves";
      if (moved == 0.0) moved = outcome.moved;
      EXPECT_NEAR(outcome.moved / moved, 1.0, projects ? 1e-2 : 1e-5);
    }
  }
}

}  // namespace
}  // namespace tenon::analysis
