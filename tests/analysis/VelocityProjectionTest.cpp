// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Velocity projection: closed-form solutions of mechanisms at every step, and preserved orders of
// convergence.
#include <gtest/gtest.h>

#include <cmath>

#include "PlaneBody.hpp"
#include "RigidBodies.hpp"
#include "constraint/joints/Rolling.hpp"
#include "constraint/linear/MultiPoint.hpp"

namespace tenon::analysis {
namespace {

using base::Vec3;
using constraint::BallJoint;
using constraint::HingeJoint;
using constraint::SliderJoint;
using testing::PlaneBody;
using testing::RigidBodies;

Transient::Data inSteps(int steps, double end_time, const std::string& stepper, bool projects = true) {
  Transient::Data data;
  data.stepper = stepper;
  data.end_time = end_time;
  data.step = end_time / steps;
  data.tolerance = 1e-12;
  data.project_velocities = projects;
  return data;
}

constexpr std::array<const char*, 5> all_steppers{"generalised-alpha", "hht", "trapezoid", "bdf2", "implicit-euler"};

/// Returns the largest error of a slider-crank's velocities after the first step: time derivative
/// of x = r cos + sqrt(l^2 - r^2 sin^2).
double errorOfSliderCrank(const std::string& stepper, int dimension, bool projects) {
  constexpr double r = 0.3, l = 1.0, turn = 2 * M_PI;
  RigidBodies crank({{{r / 2, 0, 0}, 1.0, Vec3(0.1, 0.1, 0.1)},
                     {{r + l / 2, 0, 0}, 2.0, Vec3(0.1, 0.2, 0.2)},
                     {{r + l, 0, 0}, 3.0, Vec3(0.1, 0.1, 0.1)}},
                    dimension);
  HingeJoint::Data driven;
  driven.history = base::History({{0.0, 0.0}, {1.0, 1.0}});
  driven.angle.given = -turn;
  crank.join<HingeJoint>(driven, 1, 0, Vec3::Zero());
  for (const auto& [first, at] : {std::pair{1, r}, {2, r + l}}) {
    if (dimension == 3)
      crank.join<BallJoint>({}, first, first + 1, Vec3(at, 0, 0));
    else
      crank.join<HingeJoint>({}, first, first + 1, Vec3(at, 0, 0));
  }
  SliderJoint::Data slider;
  slider.axis = {1, 0, 0};
  crank.join<SliderJoint>(slider, 3, 0, Vec3(r + l, 0, 0));
  double worst = 0.0;
  crank.run(inSteps(20, 0.5, stepper, projects), [&](int step, double time, const Analysis::SolutionEvaluator&) {
    if (step == 0) return;
    const double phi = turn * time, s = std::sin(phi), c = std::cos(phi);
    const double speed = -turn * (r * s + r * r * s * c / std::sqrt(l * l - r * r * s * s));
    worst = std::max({worst, std::abs(crank.of(3).velocity[0] - speed), std::abs(crank.of(1).spin[2] - turn),
                      (crank.of(1).velocity - turn * r / 2 * Vec3(-s, c, 0)).norm()});
  });
  return worst;
}

TEST(VelocityProjection, ASliderCrankHasTheSpeedThatGeometrySays) {
  for (const char* stepper : all_steppers)
    for (const int dimension : {2, 3}) {
      SCOPED_TRACE(stepper + std::string(" ") + std::to_string(dimension));
      EXPECT_LT(errorOfSliderCrank(stepper, dimension, true), 2e-10);
      if (dimension == 3) {
        EXPECT_GT(errorOfSliderCrank(stepper, dimension, false), 1e-4);
      }
    }
}

/// Returns, for a rod released on a ball joint at the origin, the position error at the end and the
/// largest relative speed of the constrained end.
std::pair<double, double> swing(int steps, const std::string& stepper, const char* preset = "direct") {
  RigidBodies rod({{{0.5, 0, 0}, 2.0, Vec3(0.02, 2.0 / 12, 2.0 / 12)}});
  rod.pull({0, 0, -9.81}).join<BallJoint>({}, 1, 0, Vec3::Zero());
  double slips = 0.0;
  rod.run(
      inSteps(steps, 0.6, stepper),
      [&](int step, double, const Analysis::SolutionEvaluator&) {
        const auto now = rod.of(1);
        const Vec3 turned = now.spin.cross(now.rotation * Vec3(0.5, 0, 0));
        if (step > 0) slips = std::max(slips, (now.velocity - turned).norm() / turned.norm());
      },
      preset);
  // Reference: theta'' = -(m g L/2) / (I + m L^2/4) cos theta, by the Runge-Kutta method.
  Eigen::Vector2d y = Eigen::Vector2d::Zero();
  const auto rate = [](const Eigen::Vector2d& at) { return Eigen::Vector2d(at[1], -0.75 * 19.62 * std::cos(at[0])); };
  constexpr int fine = 2000;
  for (int i = 0; i < fine; ++i) {
    constexpr double h = 0.6 / fine;
    const Eigen::Vector2d k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2), k4 = rate(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return {(rod.of(1).place - 0.5 * Vec3(std::cos(y[0]), 0, std::sin(y[0]))).norm(), slips};
}

TEST(VelocityProjection, StepsKeepTheirOrder) {
  for (const char* stepper : all_steppers) {
    SCOPED_TRACE(stepper);
    const auto [coarse, slips] = swing(40, stepper);
    EXPECT_LT(slips, 1e-12);
    if (base::Communicator::world().size() > 1) continue;
    EXPECT_NEAR(std::log2(coarse / swing(80, stepper).first), stepper == all_steppers.back() ? 1.0 : 2.0, 0.25);
  }
}

TEST(VelocityProjection, ByAnIterativeSolverToo) {
  EXPECT_LT(swing(10, "generalised-alpha", "schur").second, 1e-12);
}

// The lowest point of the wheel has zero velocity: v = w r with the spin w.
TEST(VelocityProjection, HoldsRowsOnVelocities) {
  const double theta = 0.5, r = std::sqrt(PlaneBody::inertia(PlaneBody::centre()) / PlaneBody::mass());
  PlaneBody plate;
  plate.pull({9.81 * std::sin(theta), -9.81 * std::cos(theta), 0}).makeRigid();
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
  plate.run(inSteps(40, 0.4, "generalised-alpha"), [&](int step, double, const Solution&) {
    if (step == 0) return;
    const PlaneBody::Matrix x = plate.places(), v = plate.velocities();
    const Eigen::RowVector2d centre = x.colwise().mean(), speed = v.colwise().mean();
    double spin = 0.0, stretch = 0.0;
    for (int corner = 0; corner < 3; ++corner) {
      const Eigen::RowVector2d arm = x.row(corner) - centre, u = v.row(corner) - speed;
      spin += (arm[0] * u[1] - arm[1] * u[0]) / arm.squaredNorm() / 3;
      stretch = std::max(stretch, std::abs(arm.dot(u)));
    }
    EXPECT_LT(stretch, 1e-12);
    EXPECT_NEAR(speed[0], -spin * r, 1e-12);
    EXPECT_NEAR(speed[1], 0.0, 1e-13);
  });
  const double gone = plate.places().colwise().mean()[0] - PlaneBody::centre()[0];
  EXPECT_NEAR(gone, 0.25 * 9.81 * std::sin(theta) * 0.16, 1e-3 * gone);
}

// A rod whose length is driven by a table of two pieces. The rate |x|' equals the slope to the
// right of each time; the velocity jumps where the slope changes.
TEST(VelocityProjection, FollowsTheSlopeOfATable) {
  PlaneBody plate;
  constraint::Distance::Data rods;
  rods.first.object = rods.second.object = "plate";
  rods.pairs.list = {{1, 2}};
  rods.history = base::History({{0.0, 1.0}, {0.2, 1.4}, {0.5, 1.1}});
  plate.add(std::make_unique<constraint::Distance>(rods, plate.find()));
  plate.run(inSteps(10, 0.5, "bdf2"), [&](int step, double, const Solution&) {
    if (step == 0) return;
    const PlaneBody::Matrix x = plate.places(), v = plate.velocities();
    const Eigen::RowVector2d d = x.row(1) - x.row(0), w = v.row(1) - v.row(0);
    EXPECT_NEAR(d.normalized().dot(w), step < 4 ? 2.0 : -1.0, 1e-11) << step;
  });
}

}  // namespace
}  // namespace tenon::analysis
