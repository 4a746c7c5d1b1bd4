// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "Pile.hpp"
#include "everySolver.hpp"
#include "tenon/contact/ConeSolver.hpp"

namespace tenon::contact {
namespace {

using base::Vec3;

Pile::Body moving(Pile::Body body, const Vec3& velocity) {
  body.velocity = velocity;
  return body;
}

/// Returns a ball between two touching walls that approach each other at `closing`; all move along
/// the walls at `along`.
Pile ballBetweenWalls(double size, double closing, double along) {
  const double radius = 0.1 * size;
  const Vec3 v(along, 0, 0), towards(0, 0, 0.5 * closing);
  Pile pile;
  pile.law.friction = 0.3;
  pile.gravity.setZero();
  const Shape wall = Cuboid{Vec3(size, size, radius)};
  pile.bodies = {moving(Pile::held(wall, {0, 0, -2 * radius}), v + towards),
                 moving(Pile::sphere(radius, 2.0, {0, 0, 0}), v),
                 moving(Pile::held(wall, {0, 0, 2 * radius}), v - towards)};
  return pile;
}

class Infeasible : public testing::TestWithParam<std::string> {
 protected:
  Pile with(Pile pile, double tolerance) const {
    pile.parameters.solver = GetParam();
    pile.parameters.limits = {tolerance, 3000};
    return pile;
  }
};

TEST_P(Infeasible, isNoSolutionAtAnyToleranceAndSize) {
  for (const double size : {1e-6, 1.0, 1e6})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      Pile pile = with(ballBetweenWalls(size, 0.2 * size, 0.0), tolerance);
      pile.must_converge = false;
      pile.advance(0.01);
      EXPECT_FALSE(pile.last.outcome.converged) << size << " " << tolerance;
      ASSERT_TRUE(pile.last.infeasible_pair) << size << " " << tolerance;
      EXPECT_TRUE(pile.last.infeasible_pair->first == 2 || pile.last.infeasible_pair->second == 2) << "the ball";
    }
}

TEST_P(Infeasible, isDetectedInFreeFlight) {
  Pile pile = with(ballBetweenWalls(1.0, 0.2, 1e4), 1e-6);
  pile.must_converge = false;
  pile.advance(0.01);
  EXPECT_TRUE(pile.last.infeasible_pair);
}

// Walls that separate or move together are feasible.
TEST_P(Infeasible, isNotReportedIfTheBallFits) {
  for (const double closing : {0.0, -0.2})
    for (const double along : {0.0, 0.1, 1e4}) {
      Pile pile = with(ballBetweenWalls(1.0, closing, along), 1e-6);
      pile.advance(0.01, 3);
      EXPECT_TRUE(pile.last.outcome.converged) << closing << " " << along;
      EXPECT_FALSE(pile.last.infeasible_pair) << closing << " " << along;
    }
}

/// Sets initial contact forces of the walls on the ball, along z before the rotation `turned`.
void press(Pile& pile, double force, const Eigen::Quaterniond& turned = Eigen::Quaterniond::Identity()) {
  std::vector<ContactRecord> touches;
  for (const std::int64_t first : {1, 2})  // the lower wall on the ball, the ball on the upper wall
    touches.push_back({first, first + 1, {}, Vec3(0, 0, 0.1), turned * Vec3(0, 0, force), Vec3::Zero()});
  pile.step().setInitialGuess(touches);
}

// Walls that press the ball and stand still or move together: the impulses cancel and need no
// change.
TEST_P(Infeasible, isNotReportedForAPressAtRest) {
  for (const double along : {0.0, 0.1, 1e4})
    for (const double force : {1e-6, 1.0, 1e6}) {
      Pile pile = with(ballBetweenWalls(1.0, 0.0, along), 1e-6);
      press(pile, force);
      pile.advance(0.01);
      EXPECT_TRUE(pile.last.outcome.converged) << along << " " << force;
      EXPECT_FALSE(pile.last.infeasible_pair) << along << " " << force;
      EXPECT_LT((pile.bodies[1].velocity - Vec3(along, 0, 0)).norm(), 1e-6 * (along + force));
      EXPECT_NEAR(pile.forceBetween(0, 1)[2], force, 1e-6 * force);
    }
}

// Everything rotates rigidly. Contact velocities differ by round-off, which self-equilibrated
// impulses cannot remove.
TEST_P(Infeasible, isNotReportedForRoundOff) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 20; ++k) {
    Pile pile = with(ballBetweenWalls(1.0, 0.0, 0.0), 1e-6);
    pile.law.friction = 0.0;
    const Vec3 spin(normal(random), normal(random), normal(random)), at(normal(random), normal(random), normal(random));
    const Eigen::Quaterniond turned = la::quaternionOf(at);
    for (Pile::Body& body : pile.bodies) {
      body.centre = at + turned * body.centre;
      body.turned = turned;
      body.spin = spin;
      body.velocity = spin.cross(body.centre);
    }
    press(pile, 1e-3, turned);
    pile.advance(1e-4);
    EXPECT_TRUE(pile.last.outcome.converged);
    EXPECT_FALSE(pile.last.infeasible_pair) << k;
  }
}

// A mass of 1 on a mass of 1e-4, without and with a rising floor: the impulses far exceed the
// momentum of the light body.
TEST_P(Infeasible, isNotReportedForHeavyOnLightBodies) {
  for (const double rising : {0.0, 0.5}) {
    Pile pile = with({}, 1e-6);
    pile.law.friction = 0.4;
    pile.parameters.limits.max_iterations = 200000;
    pile.bodies = {moving(Pile::held(HalfSpace{Vec3::UnitZ()}), {0, 0, rising}),
                   moving(Pile::sphere(0.1, 1e-2, {0, 0, 0.1}), {0, 0, rising}),
                   moving(Pile::sphere(0.1, 1.0, {0, 0, 0.3}), {0, 0, rising})};
    pile.advance(0.005, 5);
    EXPECT_FALSE(pile.last.infeasible_pair);
    EXPECT_TRUE(pile.last.outcome.converged);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Infeasible, testing::ValuesIn(everySolver()), nameOfTest);

}  // namespace
}  // namespace tenon::contact
