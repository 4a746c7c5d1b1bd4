// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Motions with closed-form results, or with those of the recurrence of a time integrator.
#include <gtest/gtest.h>

#include <cmath>

#include "PlaneBody.hpp"
#include "force/RestShapeSprings.hpp"

namespace tenon::analysis {
namespace {

using testing::PlaneBody;
using Vec2 = Eigen::RowVector2d;

constexpr double g = 9.81;

Transient::Data inSteps(int steps, double end_time, const std::string& stepper) {
  Transient::Data data;
  data.stepper = stepper;
  data.end_time = end_time;
  data.step = end_time / steps;
  return data;
}

/// Returns x(1) for x'' = -(2 pi)^2 x from x = 1 at zero velocity.
double oscillator(int steps, const std::string& stepper, const system::Rayleigh& rayleigh = {}) {
  PlaneBody plate;
  const double k = 4 * M_PI * M_PI * PlaneBody::mass() / 3;  // three equal springs on a consistent mass
  plate.body().forces.push_back(
      std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{k, ""}, plate.domain()));
  la::State& state = plate.body().state();
  for (base::LocalIndex node = 0; node < state.layout().numLocal(); ++node)
    state.displacement()[2 * static_cast<std::size_t>(node)] = 1.0;
  plate.run(inSteps(steps, 1.0, stepper), {}, {}, rayleigh);
  return plate.places()(0, 0);
}

// Recurrences of the two time integrators, evaluated by hand.
TEST(ReferenceMotion, AnOscillator) {
  EXPECT_NEAR(oscillator(20, "trapezoid"), 0.9987035866937, 1e-11);
  EXPECT_NEAR(oscillator(20, "implicit-euler"), 0.3827290092852, 1e-11);
}

// zeta = alpha / (2 w) + beta w / 2 = 0.0381141739: closed-form solution of the damped oscillator
// at t = 1.
TEST(ReferenceMotion, ADampedOscillator) {
  EXPECT_NEAR(oscillator(1000, "trapezoid", {0.4, 0.002}), 0.7868930078, 1e-4);
}

/// A plate of rods on its corner, released from zero velocity with its centre at a given angle
/// (degrees) from the lowest point: a pendulum of length l = I / (m d).
struct Pendulum {
  double period;
  double pull;   ///< largest force of the pin
  double drift;  ///< largest change of a rod's length
};

Pendulum pendulum(double degrees) {
  const Vec2 c = PlaneBody::centre();
  const double d = c.norm(), l = PlaneBody::inertia(Vec2::Zero()) / (PlaneBody::mass() * d);
  const double angle = degrees * M_PI / 180, direction = std::atan2(c[1], c[0]) - angle;  // direction of gravity
  PlaneBody plate;
  plate.pin("a").pull({g * std::cos(direction), g * std::sin(direction), 0}).makeRigid();
  const double about = 2.9 * std::sqrt(l);
  Pendulum result{0.0, 0.0, 0.0};
  double before = 0.0, last_time = 0.0;
  plate.run(inSteps(base::Communicator::world().size() == 1 ? 1000 : 100, about, "generalised-alpha"),
            [&](int, double time, const Solution& solution) {
              const auto x = plate.places(), X = PlaneBody::corners();
              for (const auto& [i, j] : {std::pair{0, 1}, {0, 2}, {1, 2}})
                result.drift =
                    std::max(result.drift, std::abs((x.row(i) - x.row(j)).norm() - (X.row(i) - X.row(j)).norm()));
              const Vec2 v = plate.velocities().colwise().mean(), middle = x.colwise().mean();
              const double turning = middle[0] * v[1] - middle[1] * v[0];  // changes sign at a turning point
              if (before * turning < 0) result.period = last_time + (time - last_time) * before / (before - turning);
              if (turning != 0.0) before = turning;
              last_time = time;
              const la::State& state = plate.mechanics().bodies()[0]->state();
              Vec2 pin = Vec2::Zero();
              for (std::size_t i = 0; i < 2 * static_cast<std::size_t>(state.layout().numOwned()); ++i)
                pin[static_cast<Eigen::Index>(i % 2)] += solution.reactions[0][i];
              plate.mechanics().comm().sumInPlace(gsl::span<double>(pin.data(), 2));
              result.pull = std::max(result.pull, pin.norm());
            });
  result.period /= std::sqrt(l);
  return result;
}

// Periods of a pendulum of length 1 by the elliptic integral, 4 K(sin(angle / 2)) / sqrt(g). The
// pin force at the lowest point follows from the energy: 3 m g for a point released from 90
// degrees.
TEST(ReferenceMotion, APendulum) {
  const double d = PlaneBody::centre().norm(), inertia = PlaneBody::inertia(Vec2::Zero());
  const bool alone = base::Communicator::world().size() == 1;
  const double tolerance = alone ? 1e-4 : 1e-2;
  const Pendulum level = pendulum(90);
  EXPECT_NEAR(level.period, 2.3678419476, tolerance * 2.37);
  EXPECT_NEAR(level.pull, PlaneBody::mass() * g * (1 + 2 * PlaneBody::mass() * d * d / inertia),
              tolerance * level.pull);
  EXPECT_LT(level.drift, 1e-10);
  if (alone) {
    EXPECT_NEAR(pendulum(120).period, 2.7540898289, 1e-4 * 2.75);
  }
}

}  // namespace
}  // namespace tenon::analysis
