// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/Transient.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "PlaneBody.hpp"
#include "constraint/dirichlet/Prescribed.hpp"
#include "constraint/joints/Rolling.hpp"
#include "constraint/linear/DisplacementConstraint.hpp"
#include "constraint/linear/MultiPoint.hpp"
#include "force/RestShapeSprings.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/forms/CompositeSystem.hpp"
#include "tenon/system/forms/MatrixFreeSystem.hpp"

namespace tenon::analysis {
namespace {

using ::testing::HasSubstr;
using testing::PlaneBody;
using Vec2 = Eigen::RowVector2d;
using base::Vec3;

constexpr double g = 9.81;
constexpr std::pair<const char*, int> orders[] = {{"generalised-alpha", 2}, {"hht", 2},  {"newmark", 2},
                                                  {"trapezoid", 2},         {"bdf2", 2}, {"implicit-euler", 1},
                                                  {"variational", 2}};

Transient::Data inSteps(int steps, double end_time, const std::string& stepper = "generalised-alpha") {
  Transient::Data data;
  data.stepper = stepper;
  data.end_time = end_time;
  data.step = end_time / steps;
  return data;
}

/// Returns the number of steps on one rank, or a tenth of this number on several ranks, where a
/// step takes longer.
int manySteps(int on_one_rank) {
  return base::Communicator::world().size() == 1 ? on_one_rank : on_one_rank / 10;
}

/// Returns angle and angular velocity of the plate as a pendulum on its corner a, from zero
/// velocity, by the Runge-Kutta method: theta'' = -m g d / I cos(phi + theta).
Eigen::Vector2d pendulum(double end_time) {
  const double d = PlaneBody::centre().norm(), phi = std::atan2(PlaneBody::centre()[1], PlaneBody::centre()[0]);
  const double slope = PlaneBody::mass() * g * d / PlaneBody::inertia(Vec2::Zero());
  const auto rate = [&](const Eigen::Vector2d& y) { return Eigen::Vector2d(y[1], -slope * std::cos(phi + y[0])); };
  constexpr int steps = 4000;
  const double h = end_time / steps;
  Eigen::Vector2d y = Eigen::Vector2d::Zero();
  for (int i = 0; i < steps; ++i) {
    const Eigen::Vector2d k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2), k4 = rate(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y;
}

/// Errors of angle and angular velocity, and the largest change of a rod's length.
struct Swing {
  double angle, velocity, drift;
};

Swing swing(const Transient::Data& how) {
  PlaneBody plate;
  plate.pin("a").pull({0, -g, 0}).makeRigid();
  Swing result{0, 0, 0};
  plate.run(how, [&](int, double, const Solution&) {
    const auto x = plate.places(), X = PlaneBody::corners();
    for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}})
      result.drift = std::max(result.drift, std::abs((x.row(i) - x.row(j)).norm() - (X.row(i) - X.row(j)).norm()));
  });
  const Vec2 arm = plate.places().row(1), v = plate.velocities().row(1);
  const Eigen::Vector2d exact = pendulum(how.end_time);
  result.angle = std::remainder(std::atan2(arm[1], arm[0]) - exact[0], 2 * M_PI);
  result.velocity = arm[0] * v[1] - arm[1] * v[0] - exact[1];
  return result;
}

// A rigid plate of rods that swings through the lowest point: nonlinear constraints.
TEST(Transient, SteppersHaveTheirOrderUnderConstraints) {
  for (const auto& [stepper, order] : orders) {
    if (base::Communicator::world().size() > 1 && std::string(stepper) != "generalised-alpha") continue;
    const Swing coarse = swing(inSteps(40, 0.4, stepper)), fine = swing(inSteps(80, 0.4, stepper));
    EXPECT_NEAR(std::log2(coarse.angle / fine.angle), order, 0.25) << stepper;
    EXPECT_NEAR(std::log2(coarse.velocity / fine.velocity), order, 0.25) << stepper;
    EXPECT_LT(std::abs(fine.angle), order == 2 ? 2e-3 : 0.2) << stepper;
    EXPECT_LT(fine.drift, 1e-11) << stepper;
  }
}

TEST(Transient, RodsKeepTheirLengthOverManySteps) {
  const int steps = manySteps(2000);
  EXPECT_LT(swing(inSteps(steps, 0.01 * steps)).drift, 1e-10);
}

/// Plate on springs to the ground. A consistent mass and equal springs make it one oscillator,
/// omega^2 = 3 k / m.
struct Oscillator {
  static constexpr double k = 3.0;
  static double omega() { return std::sqrt(3 * k / PlaneBody::mass()); }
  static PlaneBody make(double velocity) {
    PlaneBody plate;
    plate.body().forces.push_back(
        std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, ""}, plate.domain()));
    plate.move({velocity, 0, 0}, 0.0);
    return plate;
  }
};

TEST(Transient, SteppersHaveTheirOrderWithoutConstraints) {
  const double w = Oscillator::omega(), T = 2.0 / w;
  for (const auto& [stepper, order] : orders) {
    double errors[2];
    for (const int fine : {0, 1}) {
      PlaneBody plate = Oscillator::make(1.0);
      plate.run(inSteps(fine ? 80 : 40, T, stepper));
      const double x = plate.places()(0, 0), v = plate.velocities()(0, 0), a = plate.accelerations()(0, 0);
      EXPECT_NEAR(plate.places()(2, 0) - 0.8, x, 1e-12);
      errors[fine] = std::hypot(w * x - std::sin(w * T), v - std::cos(w * T));
      EXPECT_NEAR(a, -w * w * x, 1e-10) << "accelerations are those of the equations of motion";
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), order, 0.1) << stepper;
    EXPECT_LT(errors[1], order == 2 ? 2e-3 : 0.1) << stepper;
  }
}

// x'' + 2 zeta omega x' + omega^2 x = 0: mass- and stiffness-proportional Rayleigh damping have the
// correct sign and magnitude.
TEST(Transient, RayleighDampingDecaysAsItShould) {
  const double w = Oscillator::omega(), zeta = 0.1, T = 3.0 / w, damped = w * std::sqrt(1 - zeta * zeta);
  for (const system::Rayleigh& rayleigh : {system::Rayleigh{2 * zeta * w, 0.0}, system::Rayleigh{0.0, 2 * zeta / w}}) {
    PlaneBody plate = Oscillator::make(1.0);
    plate.run(inSteps(300, T, "trapezoid"), {}, {}, rayleigh);
    const double exact = std::exp(-zeta * w * T) * std::sin(damped * T) / damped;
    EXPECT_NEAR(plate.places()(0, 0), exact, 2e-4 / w);
  }
}

TEST(Transient, TheTrapezoidKeepsEnergyAndImplicitEulerLosesIt) {
  for (const auto& [stepper, kept] : {std::pair{"trapezoid", true}, {"implicit-euler", false}}) {
    PlaneBody plate = Oscillator::make(1.0);
    double first = 0.0, last = 0.0;
    plate.run(inSteps(200, 10.0 / Oscillator::omega(), stepper), [&](int step, double, const Solution& solution) {
      const auto u = plate.places() - PlaneBody::corners();
      last = solution.kinetic_energy + 0.5 * Oscillator::k * u.squaredNorm();
      if (step == 0) first = last;
    });
    EXPECT_NEAR(first, 0.5 * PlaneBody::mass(), 1e-14);
    if (kept)
      EXPECT_NEAR(last, first, 1e-11 * first);
    else
      EXPECT_LT(last, 0.8 * first);
  }
}

// Free body: momentum, angular momentum and energy are conserved, and the body rotates by omega t.
TEST(Transient, FreeFlightKeepsMomentaAndEnergy) {
  const Vec2 centre = PlaneBody::centre();
  PlaneBody plate;
  plate.makeRigid().move({0.3, -0.2, 0}, 1.5, {centre[0], centre[1], 0});
  const double energy = 0.5 * PlaneBody::mass() * 0.13 + 0.5 * PlaneBody::inertia(centre) * 2.25;
  int steps = 0;
  const int wanted = manySteps(1000);
  const double T = 0.004 * wanted;
  const Solution end = plate.run(inSteps(wanted, T), [&](int step, double time, const Solution& solution) {
    steps = step;
    EXPECT_NEAR(solution.kinetic_energy, energy, 3e-6 * energy);
    const auto p = (PlaneBody::massMatrix() * plate.velocities()).eval();
    EXPECT_NEAR(p.col(0).sum(), 0.3 * PlaneBody::mass(), 1e-12);
    EXPECT_NEAR(p.col(1).sum(), -0.2 * PlaneBody::mass(), 1e-12);
    const Vec2 moved = plate.places().colwise().mean();
    EXPECT_NEAR((moved - centre - time * Vec2(0.3, -0.2)).norm(), 0.0, 1e-11);
    const auto r = (plate.places().rowwise() - moved).eval();
    EXPECT_NEAR(r.col(0).dot(p.col(1)) - r.col(1).dot(p.col(0)), 1.5 * PlaneBody::inertia(centre), 3e-6);
  });
  EXPECT_EQ(steps, wanted);
  EXPECT_LT(end.reactions[0].empty() ? 0.0 : *std::max_element(end.reactions[0].begin(), end.reactions[0].end()),
            1e-12);
  const Vec2 side = plate.places().row(1) - plate.places().row(0);
  EXPECT_NEAR(std::remainder(std::atan2(side[1], side[0]) - 1.5 * T, 2 * M_PI), 0.0, 1e-4);
}

// The pendulum with an initial spin: accelerations alpha x r - omega^2 r with I alpha = -m g x_c;
// the pin carries the remaining force.
TEST(Transient, StartsWithAccelerationsAndMultipliersThatFit) {
  const double omega = 2.0, alpha = -PlaneBody::mass() * g * PlaneBody::centre()[0] / PlaneBody::inertia(Vec2::Zero());
  PlaneBody plate;
  plate.pin("a").pull({0, -g, 0}).makeRigid().move({0, 0, 0}, omega);
  const la::State& state = plate.body().state();
  plate.run(inSteps(1, 1e-4), [&](int step, double, const Solution& solution) {
    if (step > 0) return;
    const auto X = PlaneBody::corners();
    for (int i = 0; i < 3; ++i) {
      const Vec2 turned(-X(i, 1), X(i, 0));
      EXPECT_LT((plate.velocities().row(i) - omega * turned).norm(), 1e-7);
      EXPECT_LT((plate.accelerations().row(i) - alpha * turned + omega * omega * X.row(i)).norm(), 1e-5) << i;
    }
    Vec2 pin = Vec2::Zero();
    for (std::size_t node = 0; node < solution.reactions[0].size() / 2; ++node)
      if (static_cast<base::LocalIndex>(node) < state.layout().numOwned())
        pin += Vec2(solution.reactions[0][2 * node], solution.reactions[0][2 * node + 1]);
    plate.mechanics().comm().sumInPlace(gsl::span<double>(pin.data(), 2));
    const Vec2 c = PlaneBody::centre(), a = alpha * Vec2(-c[1], c[0]) - omega * omega * c;
    EXPECT_LT((pin - PlaneBody::mass() * (a + Vec2(0, g))).norm(), 1e-5);
  });
}

// A plate moves and stretches; rods forbid the stretch. The velocity projection leaves the
// rigid-body motion.
TEST(Transient, VelocitiesThatConstraintsForbidAreTakenOut) {
  PlaneBody plate;
  plate.makeRigid().move({1, 0, 0}, 0.0);
  la::State& state = plate.body().state();
  for (base::LocalIndex node = 0; node < state.layout().numLocal(); ++node) {
    const std::size_t at = 2 * static_cast<std::size_t>(node);
    state.velocity()[at] += 0.5 * (state.reference()[at] - PlaneBody::centre()[0]);  // a pure stretch along x
    state.velocity()[at + 1] += 0.5 * (state.reference()[at + 1] - PlaneBody::centre()[1]);
  }
  plate.run(inSteps(10, 0.1), [&](int, double, const Solution&) {
    for (int i = 0; i < 3; ++i) EXPECT_LT((plate.velocities().row(i) - Vec2(1, 0)).norm(), 1e-7);
  });
}

// A constrained corner is driven at the constant velocity of the body: no reaction ever occurs.
TEST(Transient, HeldMotionsCarryTheirVelocity) {
  PlaneBody plate;
  constraint::Prescribed::Data driven;
  driven.group = "a";
  driven.values = {0.4, 0.1, std::nullopt};
  driven.history = base::History({{0, 0}, {1, 1}});
  plate.body().conditions.push_back(std::make_unique<constraint::Prescribed>(driven, plate.domain()));
  plate.makeRigid().move({0.4, 0.1, 0}, 0.0);
  plate.run(inSteps(20, 0.5), [&](int, double time, const Solution&) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_LT((plate.velocities().row(i) - Vec2(0.4, 0.1)).norm(), 1e-8) << time;
      EXPECT_LT((plate.places().row(i) - PlaneBody::corners().row(i) - time * Vec2(0.4, 0.1)).norm(), 1e-10);
    }
  });
}

// A row with compliance c is a spring 1 / c, and its multiplier is the spring force: both models
// give the same motion.
TEST(Transient, CompliantRowsAreSprings) {
  constexpr double k = 50.0;
  const auto fly = [&](bool by_rows) {
    PlaneBody plate;
    plate.pull({0, -g, 0}).makeRigid().move({0.2, 0, 0}, 1.0);
    if (by_rows) {
      constraint::DisplacementConstraint::Data hold;
      hold.object = "plate", hold.group = "a";
      hold.values = {0.0, 0.0, std::nullopt};
      auto soft = std::make_unique<constraint::DisplacementConstraint>(hold, plate.find());
      soft->compliance = 1 / k;
      plate.add(std::move(soft));
    } else {
      plate.body().forces.push_back(
          std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, "a"}, plate.domain()));
    }
    plate.run(inSteps(100, 1.0));
    return std::pair{plate.places(), plate.velocities()};
  };
  const auto [x, v] = fly(true);
  const auto [y, w] = fly(false);
  EXPECT_LT((x - y).norm(), 1e-8);
  EXPECT_LT((v - w).norm(), 1e-7);
  EXPECT_GT((x - PlaneBody::corners()).norm(), 0.1);
}

// A hoop, I = m r^2, rolls down an incline of theta: a = g sin(theta) / 2 (velocity-level
// constraint rows).
TEST(Transient, AHoopRollsDownAnIncline) {
  const double theta = 0.5, r = std::sqrt(PlaneBody::inertia(PlaneBody::centre()) / PlaneBody::mass());
  PlaneBody plate;
  plate.pull({g * std::sin(theta), -g * std::cos(theta), 0}).makeRigid();
  constraint::Rolling::Data rolling;
  rolling.wheel = {"plate", "1"};
  rolling.point = {0, PlaneBody::centre()[1] - r, 0};
  rolling.normal = {0, 1, 0};
  plate.add(std::make_unique<constraint::Rolling>(rolling, plate.find()));
  constraint::MultiPoint::Data height;
  height.name = "height";
  height.equations.emplace_back();
  for (const int node : {1, 2, 3}) height.equations[0].terms.push_back({"plate", "", node, 1, 1.0 / 3, ""});
  plate.add(std::make_unique<constraint::MultiPoint>(height, plate.find()));
  const double T = 0.4, a = 0.5 * g * std::sin(theta);
  plate.run(inSteps(100, T));
  const Vec2 moved = plate.places().colwise().mean() - PlaneBody::centre();
  EXPECT_NEAR(moved[0], 0.5 * a * T * T, 2e-4 * a * T * T);
  EXPECT_NEAR(moved[1], 0.0, 1e-12);
  EXPECT_NEAR(plate.velocities().colwise().mean()[0], a * T, 2e-4 * a * T);
}

TEST(Transient, EveryFormOfTheMatrixGivesTheSameMotion) {
  const auto swing = [](const PlaneBody::MakeSystem& make) {
    PlaneBody plate;
    plate.pull({0, -g, 0}).pin("a").move({0, 0, 0}, 0.0);
    plate.body().forces.push_back(
        std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{40.0, "b"}, plate.domain()));
    plate.body().masses[0]->rayleigh_mass = 0.3;
    plate.run(inSteps(20, 0.5), {}, make);
    return plate.places();
  };
  const PlaneBody::Matrix slots = swing({});
  const PlaneBody::Matrix blocked = swing([](const system::MechanicalSystem& mechanics) {
    return std::make_unique<system::AssembledSystem>(mechanics, la::Insertion::blocked);
  });
  EXPECT_LT((slots - blocked).norm(), 1e-12);
  const PlaneBody::Matrix composite = swing([](const system::MechanicalSystem& mechanics) {
    return std::make_unique<system::CompositeSystem>(
        mechanics,
        std::vector<system::CompositeSystem::MatrixPart>{{"K", {0, 0, 1}}, {"B", {0, 1, 0}}, {"M", {1, 0, 0}}});
  });
  EXPECT_LT((slots - composite).norm(), 1e-12);
}

std::string errorOf(const std::function<void()>& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Transient, WhatCannotMoveIsRefused) {
  EXPECT_THAT(errorOf([] {
                PlaneBody plate;
                plate.body().masses.clear();
                plate.run(inSteps(1, 1.0));
              }),
              HasSubstr("a mass (first: node 1), but a transient analysis needs masses"));
  Transient::Data data = inSteps(1, 1.0);
  data.generalised_alpha.rho = 1.1;
  EXPECT_THAT(errorOf([&] { Transient{data}; }), HasSubstr("0 <= rho <= 1"));
  data = inSteps(1, 1.0, "newmark");
  data.newmark.beta = 0.1;
  EXPECT_THAT(errorOf([&] { Transient{data}; }), HasSubstr("2 beta >= gamma"));
  data = inSteps(1, 1.0, "hht");
  data.hht.alpha = 0.4;
  EXPECT_THAT(errorOf([&] { Transient{data}; }), HasSubstr("0 <= alpha <= 1/3"));
}

TEST(Transient, CountsItsSteps) {
  EXPECT_EQ(Transient(inSteps(1000, 0.1)).numSteps(), 1000);
  Transient::Data data = inSteps(1, 1.0);
  data.step = 0.3;
  EXPECT_EQ(Transient(data).numSteps(), 4);
}

}  // namespace
}  // namespace tenon::analysis
