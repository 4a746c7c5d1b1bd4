// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "Pile.hpp"

// Motions with closed-form solutions.
namespace tenon::contact {
namespace {

using base::Vec3;

const Shape ground = HalfSpace{Vec3::UnitZ()};

// Three rebound heights e^(2n) H, each to a relative tolerance of 1e-2. The time of impact within a
// step is not resolved; the lowest peak, H / 64, determines the step size.
TEST(Bounce, reachesTheHeightsOfNewtonsLaw) {
  for (const double restitution : {0.5, 0.8, 1.0}) {
    Pile pile;
    pile.law = {0.0, restitution};
    pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 1.1})};
    double height = 1.0, peak = 0.0;
    const auto& ball = pile.bodies[1];
    for (int bounces = 0; bounces < 4;) {
      const bool was_rising = ball.velocity[2] > 0.0;
      pile.advance(restitution == 0.5 ? 1e-4 : 1e-3);
      peak = std::max(peak, ball.centre[2] - 0.1);
      if (!was_rising && ball.velocity[2] > 0.0) {
        if (bounces++ > 0) {
          EXPECT_NEAR(peak, height, 1e-2 * height);
        }
        height *= restitution * restitution, peak = 0.0;
      }
    }
  }
}

// A box on four posts, two of which are lower by less than the tolerance. The tolerance does not
// decide which posts carry load, in any unit.
TEST(Box, standsOnFourPosts) {
  for (const double unit : {1e-6, 1.0, 1e3}) {
    Pile pile;
    pile.gravity *= unit;
    pile.law.friction = 0.5;
    pile.bodies = {Pile::cube(0.2 * unit, 2.0, {0, 0, 0.1 * unit})};
    for (const double x : {-0.08, 0.08})
      for (const double y : {-0.08, 0.08}) {
        const double lower = x * y > 0.0 ? 2e-8 : 0.0;
        pile.bodies.push_back(Pile::held(Sphere{0.05}, unit * Vec3(x, y, -0.05 - lower)));
        pile.bodies.back().shape = Sphere{0.05 * unit};
      }
    pile.advance(0.01, 20);
    const auto touches = pile.step().contactRecords();
    for (const ContactRecord& touch : touches) EXPECT_NEAR(touch.force.norm(), 2.0 * 9.81 * unit / 4, 1.5 * unit);
    EXPECT_EQ(pile.comm.sum(static_cast<long>(touches.size())), 4);
    EXPECT_LT(pile.most_iterations, 300);
  }
}

// A sphere thrown along a plane slides, then rolls from t = 2 v / (7 mu g) on at 5 v / 7.
TEST(Sphere, beginsToRoll) {
  Pile pile;
  pile.law.friction = 0.3;
  pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1})};
  pile.bodies[1].velocity = {3, 4, 0};
  const double rolls = 2 * 5 / (7 * 0.3 * 9.81), h = rolls / 400;
  pile.advance(h, 396);
  const auto slip = [&] { return (pile.bodies[1].velocity + pile.bodies[1].spin.cross(Vec3(0, 0, -0.1))).norm(); };
  EXPECT_GT(slip(), 0.01);
  pile.advance(h, 8);
  EXPECT_LT(slip(), 1e-8);
  EXPECT_NEAR(pile.bodies[1].velocity[0], 5.0 / 7 * 3, 1e-9);
  EXPECT_NEAR(pile.bodies[1].velocity[1], 5.0 / 7 * 4, 1e-9);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.1, 1e-9);
}

/// Returns the normal of a plane that descends along x at `angle`.
Vec3 slope(double angle) {
  return {std::sin(angle), 0, std::cos(angle)};
}

// a = 5/7 g sin(theta) while mu >= 2/7 tan(theta); otherwise the sphere slips, a = g (sin(theta) -
// mu cos(theta)).
TEST(Sphere, rollsDownASlope) {
  const double angle = 0.5, limit = 2.0 / 7 * std::tan(angle);
  for (const double friction : {1.05 * limit, 0.5 * limit}) {
    Pile pile;
    pile.law.friction = friction;
    pile.bodies = {Pile::held(HalfSpace{slope(angle)}), Pile::sphere(0.1, 2.0, 0.1 * slope(angle))};
    pile.advance(1e-3, 500);
    const double a =
        friction > limit ? 5.0 / 7 * 9.81 * std::sin(angle) : 9.81 * (std::sin(angle) - friction * std::cos(angle));
    EXPECT_NEAR(pile.bodies[1].velocity.norm(), 0.5 * a, 1e-9);
  }
}

Pile::Body on(double angle, Pile::Body body) {
  body.turned = Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec3::UnitY()));
  body.centre = body.turned * body.centre;
  return body;
}

// Case K5: 30 degrees, mu = 0.3: a = g (sin - mu cos); the box sticks if mu exceeds tan.
TEST(Box, slidesDownASlope) {
  const double angle = std::acos(-1.0) / 6;
  for (const double friction : {0.3, 0.6}) {
    Pile pile;
    pile.law.friction = friction;
    pile.bodies = {Pile::held(HalfSpace{slope(angle)}), on(angle, Pile::cube(0.2, 3.0, {0, 0, 0.1}))};
    pile.advance(1e-3, 300);
    EXPECT_NEAR(pile.bodies[1].velocity.norm(), friction < 0.5 ? 0.3 * 2.3562872367 : 0.0, 1e-8);
    EXPECT_NEAR(pile.bodies[1].centre.dot(slope(angle)), 0.1, 1e-9);
  }
}

// Stopping distance v^2 / (2 mu g) and time v / (mu g), equal for v = 2.
TEST(Box, comesToAStop) {
  Pile pile;
  pile.law.friction = 0.25;
  pile.bodies = {Pile::held(ground), Pile::cube(0.2, 3.0, {0, 0, 0.1})};
  pile.bodies[1].velocity = {2, 0, 0};
  pile.advance(1e-3, 800);
  EXPECT_GT(pile.bodies[1].velocity[0], 0.02);
  pile.advance(1e-3, 40);
  EXPECT_LT(pile.bodies[1].velocity.norm(), 1e-9);
  EXPECT_NEAR(pile.bodies[1].centre[0], 0.8154943935, 0.005 * 0.815);
}

// A box of width b and height h tips over where tan(theta) exceeds b / h.
TEST(Box, tipsOverItsEdge) {
  const Vec3 half(0.1, 0.3, 0.25);
  for (const double share : {0.97, 1.03}) {
    const double angle = std::atan(share * half[0] / half[2]);
    Pile pile;
    pile.law.friction = 2.0;
    pile.bodies = {Pile::held(HalfSpace{slope(angle)}), on(angle, {Cuboid{half}, {0, 0, 0.25}})};
    pile.bodies[1].inertia = 0.025;
    pile.advance(2e-3, 200);
    const double turned = Eigen::AngleAxisd(pile.bodies[1].turned).angle() - angle;
    if (share < 1.0)
      EXPECT_NEAR(turned, 0.0, 1e-8);
    else
      EXPECT_GT(turned, 0.02);
  }
}

// Five boxes of mass 1: each contact force carries the weight above it.
TEST(Stack, carriesItsWeight) {
  Pile pile;
  pile.law.friction = 0.4;
  pile.bodies = {Pile::held(ground)};
  for (int i = 0; i < 5; ++i) pile.bodies.push_back(Pile::cube(0.2, 1.0, {0, 0, 0.1 + 0.2 * i}));
  pile.advance(2e-3, 50);
  for (std::size_t i = 0; i < 5; ++i) {
    const Vec3 force = pile.forceBetween(i, i + 1);
    EXPECT_NEAR(force[2], 9.81 * static_cast<double>(5 - i), 1e-6);
    EXPECT_LT(force.head<2>().norm(), 1e-6);
  }
}

TEST(Stack, staysAtRest) {
  Pile pile;
  pile.law.friction = 0.4;
  pile.bodies = {Pile::held(ground)};
  for (int i = 0; i < 10; ++i) pile.bodies.push_back(Pile::cube(0.2, 1.0, {0.01 * (i % 2), 0, 0.1 + 0.2 * i}));
  pile.parameters = {"accelerated-gradient", {1e-10, 20000}};  // sweeps would take 100,000 or more
  const auto start = pile.bodies;
  pile.advance(5e-3, 1000);
  for (std::size_t i = 1; i < pile.bodies.size(); ++i) {
    EXPECT_LT((pile.bodies[i].centre - start[i].centre).norm(), 1e-6) << i;
    EXPECT_LT(pile.bodies[i].velocity.norm(), 1e-8) << i;
  }
}

// A tangential force of 40 % of mu N.
TEST(Friction, doesNotCreep) {
  Pile pile;
  pile.law.friction = 0.5;
  pile.gravity = {0.4 * 0.5 * 9.81, 0, -9.81};
  pile.bodies = {Pile::held(ground), Pile::cube(0.2, 3.0, {0, 0, 0.1})};
  pile.advance(1e-3, 1000);
  EXPECT_LT(pile.bodies[1].velocity.norm(), 1e-9);
  EXPECT_LT(std::abs(pile.bodies[1].centre[0]), 1e-9);
}

// Equal balls in a row: the last one leaves with the velocity of the first one. The gaps exceed the
// distance that a ball moves in a step, so that the impacts are successive.
TEST(Cradle, transfersVelocity) {
  Pile pile;
  pile.law.restitution = 1.0;
  pile.gravity.setZero();
  for (int i = 0; i < 5; ++i) pile.bodies.push_back(Pile::sphere(0.1, 2.0, {0.21 * i, 0, 0}));
  pile.bodies[0].velocity = {1, 0, 0};
  pile.advance(5e-3, 20);
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_LT((pile.bodies[i].velocity - (i == 4 ? Vec3(1, 0, 0) : Vec3::Zero())).norm(), 1e-9) << i;
}

/// Returns a heap of spheres and cubes that fly towards each other.
Pile cloud() {
  Pile pile;
  pile.law = {0.4, 0.0};
  pile.gravity.setZero();
  for (int i = 0; i < 18; ++i) {
    const Vec3 position(0.25 * (i % 3), 0.25 * (i / 3 % 3), 0.3 * (i / 9));
    pile.bodies.push_back(i % 2 ? Pile::sphere(0.1, 1.0 + 0.1 * i, position) : Pile::cube(0.18, 2.0, position));
    auto& body = pile.bodies.back();
    body.velocity = -2.0 * (position - Vec3(0.25, 0.25, 0.15)) + Vec3(0.1 * (i % 5), -0.1 * (i % 4), 0);
    body.spin = Vec3(0.5 * (i % 4), -0.3 * (i % 3), 0.2);
  }
  return pile;
}

TEST(Cloud, keepsItsMomentaAndGainsNoEnergy) {
  Pile pile = cloud();
  EXPECT_GT(advanceFreeBodies(pile, 2e-3, 150), 15);
  EXPECT_LT(pile.energy(), 0.9 * cloud().energy());
}

TEST(Cloud, isTheSameForAnyPartition) {
  Pile pile = cloud(), alone = cloud();
  alone.comm = base::Communicator::self();
  pile.parameters.limits = alone.parameters.limits = {1e-13, 100000};
  for (int s = 0; s < 60; ++s) {
    pile.advance(2e-3), alone.advance(2e-3);
    ASSERT_EQ(pile.last.num_contacts, alone.last.num_contacts) << s;
  }
  for (std::size_t i = 0; i < pile.bodies.size(); ++i)
    EXPECT_LT((pile.bodies[i].centre - alone.bodies[i].centre).norm(), 1e-8) << i;
}

TEST(Cloud, isTheSameByAnySolver) {
  Pile first = cloud();
  for (const char* solver : {"accelerated-gradient", "barzilai-borwein"}) {
    Pile pile = cloud();
    pile.parameters.solver = solver;
    first = cloud();
    for (int s = 0; s < 40; ++s) first.advance(2e-3), pile.advance(2e-3);
    for (std::size_t i = 0; i < pile.bodies.size(); ++i)
      EXPECT_LT((pile.bodies[i].velocity - first.bodies[i].velocity).norm(), 1e-6) << solver << i;
  }
}

// Results in micrometres and kilometres agree; time scales with the square root of the length.
TEST(Scale, hasNoInfluence) {
  Pile first;
  for (const double scale : {1.0, 1e-6, 1e3}) {
    Pile pile;
    pile.law = {0.5, 0.0};
    pile.bodies = {Pile::held(ground), Pile::cube(0.2 * scale, std::pow(scale, 3), Vec3(0, 0, 0.3) * scale),
                   Pile::sphere(0.1 * scale, std::pow(scale, 3), Vec3(0.05, 0, 0.52) * scale)};
    pile.advance(2e-3 * std::sqrt(scale), 150);
    if (scale == 1.0) first = pile;
    for (std::size_t i = 1; i < 3; ++i)
      EXPECT_LT((pile.bodies[i].centre / scale - first.bodies[i].centre).norm(), 1e-6) << scale;
  }
}

}  // namespace
}  // namespace tenon::contact
