// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/Transient.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "PlaneBody.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "force/RestShapeSprings.hpp"
#include "mass/LumpedMass.hpp"
#include "tenon/force/registry.hpp"
#include "tenon/mesh/generation/generate.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::PlaneBody;

Transient::Data steps(double step, double end_time) {
  Transient::Data data;
  data.stepper = "central-difference";
  data.step = step, data.end_time = end_time;
  return data;
}

void lump(system::Body& body, double density) {
  mass::LumpedMass::Data mass;
  mass.density = density;
  body.masses.clear();
  body.masses.push_back(std::make_unique<mass::LumpedMass>(mass, body.domain()));
}

/// Returns x'' = -omega^2 x at every node, from x = 1.
PlaneBody oscillator(double omega) {
  PlaneBody plate;
  lump(plate.body(), PlaneBody::density);
  const double k = omega * omega * PlaneBody::mass() / 3;
  plate.body().forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, ""}, plate.domain()));
  auto u = plate.body().state().displacement();
  for (std::size_t i = 0; i < u.size(); i += 2) u[i] = 1.0;
  return plate;
}

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(CentralDifference, OfAnOscillator) {
  PlaneBody plate = oscillator(2 * M_PI);
  plate.run(steps(0.05, 1.0));
  for (Eigen::Index node = 0; node < 3; ++node)
    EXPECT_NEAR(plate.places()(node, 0) - PlaneBody::corners()(node, 0), 0.9996586376886, 1e-11);
}

// The amplitude of the discrete solution, E + O(h^2), is constant: 10,000 steps of a tenth of a
// period.
TEST(CentralDifference, KeepsTheEnergyOverLongTimes) {
  PlaneBody plate = oscillator(2 * M_PI);
  double least = 2.0, most = 0.0;
  plate.run(steps(0.1, 1000.0), [&](int, double, const auto&) {
    const double x = plate.places()(0, 0), v = plate.velocities()(0, 0) / (2 * M_PI);
    least = std::min(least, std::hypot(x, v)), most = std::max(most, std::hypot(x, v));
  });
  EXPECT_NEAR(most, 1.0, 1e-9);
  EXPECT_NEAR(least, std::sqrt(1 - std::pow(0.1 * M_PI, 2)), 2e-3);
}

TEST(CentralDifference, OfDampingByMasses) {
  const double omega = 2 * M_PI, alpha = 0.4;
  PlaneBody plate = oscillator(omega);
  plate.run(steps(0.001, 1.0), {}, {}, {alpha, 0.0});
  const double damped = std::sqrt(omega * omega - alpha * alpha / 4);
  const double exact = std::exp(-alpha / 2) * (std::cos(damped) + alpha / 2 / damped * std::sin(damped));
  EXPECT_NEAR(plate.places()(0, 0), exact, 1e-5);
}

// u(t) = 0.01 (1 - cos(5 t)), given by tables of its values at all steps.
TEST(CentralDifference, HeldMotionsHaveVelocitiesAndAccelerations) {
  constexpr double h = 0.01, w = 5.0;
  PlaneBody plate = oscillator(2 * M_PI);
  constraint::Prescribed::Data driven;
  driven.group = "a";
  driven.values = {0.01, std::nullopt, std::nullopt};
  base::History::Table table;
  for (int i = 0; i <= 101; ++i) table.emplace_back(h * i, 1 - std::cos(w * h * i));
  driven.history = base::History(table);
  plate.body().conditions.push_back(std::make_unique<constraint::Prescribed>(driven, plate.domain()));
  plate.run(steps(h, 1.0), [&](int step, double t, const auto&) {
    if (step == 0) return;
    EXPECT_NEAR(plate.velocities()(0, 0), 0.01 * w * std::sin(w * t), 3e-5) << t;
    EXPECT_NEAR(plate.accelerations()(0, 0), 0.01 * w * w * std::cos(w * t), 1e-4) << t;
    EXPECT_EQ(plate.velocities()(0, 1), 0.0);
  });
}

/// Bar with E = rho = L = 1, pulled by a stress of 1 at its end from t = 0 on, with displacements
/// along x only.
class WaveInBar {
 public:
  explicit WaveInBar(bool lumped = true) {
    bodies_.push_back(std::make_unique<system::Body>(
        "bar", mesh::box(base::Communicator::world(), mesh::CellType::hex8, {20, 1, 1}, {0, 0, 0}, {1, 10, 10})));
    system::Body& body = *bodies_.front();
    force::ForceRegistry forces("force");
    force::registerForces(forces);
    for (const char* text : {"{type: elastic, material: {type: linear-elastic, young: 1, poisson: 0}}",
                             "{type: traction, group: xmax, traction: [1, 0, 0]}"})
      body.forces.push_back(forces.make(base::CaseNode::parse(text, "bar"), body.domain()));
    if (lumped) {
      lump(body, 1.0);
    } else {
      mass::ConsistentMass::Data mass;
      mass.density = 1.0;
      body.masses.push_back(std::make_unique<mass::ConsistentMass>(mass, body.domain()));
    }
    const auto fix = [&](const char* group, const std::vector<std::string>& components) {
      body.conditions.push_back(
          std::make_unique<constraint::Fixed>(constraint::Fixed::Data{group, components}, body.domain()));
    };
    fix("xmin", {"x"}), fix("ymin", {"y", "z"}), fix("ymax", {"y", "z"});
  }

  /// Returns the displacement of the end at each step.
  std::vector<double> run(const Transient::Data& how, bool matrix_free = false, const system::Rayleigh& rayleigh = {}) {
    base::setUpLog(base::Communicator::world(), "warn");
    system::MechanicalSystem mechanics(std::move(bodies_), {});
    mechanics.rayleigh = rayleigh;
    solver::Presets presets;
    solver::registerPresets(presets);
    solver::SolverOptions options;
    solver::SolverParameters parameters;
    parameters.preset = "cg-block-jacobi";
    options.addPreset(presets.find(parameters.preset));
    base::Phases phases(mechanics.comm());
    Equations equations(mechanics, matrix_free
                                       ? std::make_unique<system::MatrixFreeSystem>(mechanics, system::SystemOptions{})
                                       : nullptr);
    TangentSolver solver(equations, parameters, options);
    std::vector<double> ends;
    Transient(how).run(equations, solver, phases, [&](int, double, const auto&) {
      const system::Body& body = *mechanics.bodies().front();
      double sum = 0.0;
      for (base::LocalIndex node = 0; node < body.mesh().layout().numOwned(); ++node)
        if (body.state().reference()[3 * static_cast<std::size_t>(node)] > 1 - 1e-9)
          sum += body.state().displacement()[3 * static_cast<std::size_t>(node)] / 4;
      ends.push_back(mechanics.comm().sum(sum));
    });
    return ends;
  }

 private:
  std::vector<std::unique_ptr<system::Body>> bodies_;
};

// The wave travels one cell per step: the end displacement is t until the wave returns from the
// wall at t = 2.
TEST(CentralDifference, IsExactWhereAWaveTakesAStepForACell) {
  for (const bool matrix_free : {false, true}) {
    const std::vector<double> ends = WaveInBar().run(steps(0.05, 2.0), matrix_free);
    ASSERT_EQ(ends.size(), 41u);
    EXPECT_NEAR(ends[20], 1.0, 1e-8);
    EXPECT_NEAR(ends[40], 2.0, 1e-8);
  }
}

TEST(CentralDifference, RefusesWhatItCannotDo) {
  EXPECT_THAT(errorOf([] { WaveInBar().run(steps(0.0502, 2.008)); }),
              AllOf(HasSubstr("The step size 0.0502 is too large"), HasSubstr("limits the step size to 0.0500")));
  EXPECT_THAT(errorOf([] { WaveInBar(false).run(steps(0.01, 2.0)); }), HasSubstr("`masses` of type lumped"));
  PlaneBody plate;
  lump(plate.body(), 1.0);
  plate.makeRigid();
  EXPECT_THAT(errorOf([&] { plate.run(steps(0.01, 0.1)); }), HasSubstr("the case contains the constraint 'distance"));
  EXPECT_THAT(errorOf([] {
                WaveInBar().run(steps(0.01, 2.0), false, {0.0, 0.1});
              }),
              HasSubstr("only mass-proportional damping"));
}

}  // namespace
}  // namespace tenon::analysis
