// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Rigid bodies in time: closed-form solutions of tops, pendulums and mechanisms, and conserved
// quantities.
#include "RigidBodies.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "system/redundancy/Redundancy.hpp"
#include "tenon/system/forms/AssembledSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::analysis {
namespace {

using base::Mat3;
using base::Vec3;
using constraint::BallJoint;
using constraint::FixedJoint;
using constraint::HingeJoint;
using constraint::SliderJoint;
using constraint::UniversalJoint;
using testing::RigidBodies;

Transient::Data inSteps(int steps, double end_time, const std::string& stepper = "trapezoid") {
  Transient::Data data;
  data.stepper = stepper;
  data.end_time = end_time;
  data.step = end_time / steps;
  data.tolerance = 1e-10;
  return data;
}

/// Returns the number of steps on one rank, or a tenth of this number on several ranks, where a
/// step takes longer.
int manySteps(int on_one_rank) {
  return base::Communicator::world().size() == 1 ? on_one_rank : on_one_rank / 10;
}

/// Returns the error of the body-frame angular velocity of a free symmetric top, which precesses
/// about the axis of symmetry at (I_3 - I_1) w_3 / I_1 (Goldstein, Classical Mechanics, section
/// 5.6).
double errorOfTop(int steps, const std::string& stepper) {
  const Vec3 moments(1.0, 1.0, 1.8), w(0.4, 0.0, 3.0);
  RigidBodies top({{{0.3, 0.2, 0.1}, 2.0, moments, Vec3::Zero(), w}});
  constexpr double end_time = 2.0;
  top.run(inSteps(steps, end_time, stepper));
  const auto motion = top.of(1);
  const double angle = (moments[2] - moments[0]) / moments[0] * w[2] * end_time;
  const Vec3 exact(w[0] * std::cos(angle), w[0] * std::sin(angle), w[2]);
  return (motion.rotation.transpose() * motion.spin - exact).norm();
}

TEST(RigidBody, FreeTopPrecessesAtItsRate) {
  if (base::Communicator::world().size() > 1) {
    EXPECT_LT(errorOfTop(40, "generalised-alpha"), 0.2);
    return;
  }
  for (const char* stepper : {"trapezoid", "generalised-alpha", "bdf2"}) {
    SCOPED_TRACE(stepper);
    const double coarse = errorOfTop(200, stepper), fine = errorOfTop(400, stepper);
    EXPECT_LT(fine, 2e-2);
    EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.35);
  }
}

// A body with three different moments of inertia tumbles about the middle axis.
TEST(RigidBody, KeepsItsMomentaInFreeFlight) {
  const Vec3 moments(1.0, 2.0, 2.5), w(0.01, 2.0, 0.02), v(1.0, -2.0, 0.5);
  RigidBodies body({{{0, 0, 0}, 3.0, moments, v, w}});
  const Vec3 angular = moments.cwiseProduct(w);
  const double energy = 0.5 * (3.0 * v.squaredNorm() + w.dot(angular));
  double largest = 0.0, spread = 0.0;
  body.run(inSteps(manySteps(1000), 0.01 * manySteps(1000)),
           [&](int, double time, const Analysis::SolutionEvaluator& describe) {
             const auto now = body.of(1);
             const Mat3 J = now.rotation * Mat3(moments.asDiagonal()) * now.rotation.transpose();
             largest = std::max(largest, (J * now.spin - angular).norm() / angular.norm());
             spread = std::max(spread, std::abs(describe({}).kinetic_energy - energy) / energy);
             EXPECT_LT((now.place - time * v).norm(), 1e-9);
             EXPECT_LT((now.rotation * now.rotation.transpose() - Mat3::Identity()).norm(), 1e-13);
           });
  EXPECT_LT(largest, 2e-3);
  EXPECT_LT(spread, 2e-3);
  if (manySteps(1000) == 1000) {
    EXPECT_LT(body.of(1).rotation(1, 1), 0.999);  // the body has tumbled
  }
}

/// Returns the angle of theta'' = -slope cos(theta) from zero velocity, by the Runge-Kutta method.
double swingOf(double slope, double end_time) {
  constexpr int steps = 4000;
  const double h = end_time / steps;
  Eigen::Vector2d y = Eigen::Vector2d::Zero();
  const auto rate = [&](const Eigen::Vector2d& at) { return Eigen::Vector2d(at[1], -slope * std::cos(at[0])); };
  for (int i = 0; i < steps; ++i) {
    const Eigen::Vector2d k1 = rate(y), k2 = rate(y + h / 2 * k1), k3 = rate(y + h / 2 * k2), k4 = rate(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return y[0];
}

struct Swing {
  double error, drift;
};

/// Returns the swing of a rod of length 1 on a hinge about y at its end or, in 2D, about z.
Swing swing(int steps, const std::string& stepper, int dimension, const char* preset = "direct") {
  constexpr double g = 9.81, end_time = 1.5;
  const bool is_plane = dimension == 2;
  RigidBodies rod({{{0.5, 0, 0}, 2.0, Vec3(0.02, 2.0 / 12, 2.0 / 12)}}, dimension);
  rod.pull(is_plane ? Vec3(0, -g, 0) : Vec3(0, 0, -g));
  HingeJoint::Data hinge;
  hinge.axis = {0, 1, 0};
  rod.join<HingeJoint>(hinge, 1, 0, Vec3::Zero());
  Swing result{0.0, 0.0};
  rod.run(
      inSteps(steps, end_time, stepper),
      [&](int, double, const Analysis::SolutionEvaluator&) {
        const auto now = rod.of(1);
        result.drift = std::max(result.drift, (now.place - now.rotation * Vec3(0.5, 0, 0)).norm());
      },
      preset);
  const Vec3 place = rod.of(1).place;
  const double angle = std::atan2(is_plane ? place[1] : place[2], place[0]);
  result.error = std::abs(std::remainder(angle - swingOf(0.5 * g * 2.0 / (2.0 / 12 + 0.5), end_time), 2 * M_PI));
  return result;
}

TEST(RigidBody, PendulumSwingsAsItsEquationSays) {
  const bool is_alone = base::Communicator::world().size() == 1;
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    const Swing coarse = swing(is_alone ? 150 : 30, "generalised-alpha", dimension);
    EXPECT_LT(coarse.error, is_alone ? 2e-2 : 0.3);
    EXPECT_LT(coarse.drift, 1e-9);
    if (is_alone) {
      const Swing fine = swing(300, "generalised-alpha", dimension);
      EXPECT_NEAR(std::log2(coarse.error / fine.error), 2.0, 0.35);
    }
  }
}

// Lengths in metres, micrometres and thousands of kilometres: rotations are independent of the
// length unit.
TEST(RigidBody, SwingsAlikeInAnyUnitOfLength) {
  Vec3 expected = Vec3::Zero();
  int solves = 0;
  for (const double unit : {1.0, 1e6, 1e-6}) {
    SCOPED_TRACE(unit);
    const Vec3 moments = unit * unit * Vec3(0.02, 0.2, 0.2);
    RigidBodies chain({{unit * Vec3(0.5, 0, 0), 2.0, moments}, {unit * Vec3(1.5, 0, 0), 2.0, moments}});
    chain.pull(unit * Vec3(0, 0.7, -9.81));
    chain.join<BallJoint>({}, 1, 0, Vec3::Zero());
    HingeJoint::Data hinge;
    hinge.axis = {0, 1, 1};
    chain.join<HingeJoint>(hinge, 1, 2, unit * Vec3(1, 0, 0));
    double drift = 0.0;
    const Solution solution = chain.run(inSteps(15, 1.0), [&](int, double, const Analysis::SolutionEvaluator&) {
      const auto first = chain.of(1);
      drift = std::max(drift, (first.place - first.rotation * (unit * Vec3(0.5, 0, 0))).norm());
    });
    const Vec3 end = chain.of(2).place / unit;
    if (unit == 1.0) expected = end, solves = solution.statistics.solves;
    EXPECT_LT((end - expected).norm(), 1e-9);
    EXPECT_EQ(solution.statistics.solves, solves);
    EXPECT_LT(drift, 1e-9 * unit);
  }
}

TEST(RigidBody, MultipliersByTheirOwnPresetSwingAlike) {
  const double direct = swing(30, "generalised-alpha", 3).error;
  EXPECT_NEAR(swing(30, "generalised-alpha", 3, "schur").error, direct, 1e-6);
}

// Crank of length r from the origin, rod of length l to a slider on the x axis: x = r cos +
// sqrt(l^2 - r^2 sin^2).
TEST(RigidBody, SliderCrankIsWhereGeometrySays) {
  constexpr double r = 0.3, l = 1.0, turn = 2 * M_PI;
  const std::vector<RigidBodies::BodyEntry> entries{{{r / 2, 0, 0}, 1.0, Vec3(0.1, 0.1, 0.1)},
                                                    {{r + l / 2, 0, 0}, 2.0, Vec3(0.1, 0.2, 0.2)},
                                                    {{r + l, 0, 0}, 3.0, Vec3(0.1, 0.1, 0.1)}};
  for (const int dimension : {2, 3}) {
    SCOPED_TRACE(dimension);
    RigidBodies crank(entries, dimension);
    HingeJoint::Data driven, hinge;
    driven.axis = hinge.axis = {0, 0, 1};
    driven.history = base::History({{0.0, 0.0}, {1.0, 1.0}});
    // Body a is the crank and b the ground, so that the sign of the angle is reversed.
    driven.angle.given = -turn;
    crank.join<HingeJoint>(driven, 1, 0, Vec3::Zero());
    // In 3D ball joints leave the rod free to spin and introduce no redundant row.
    for (const auto& [first, at] : {std::pair{1, r}, {2, r + l}}) {
      if (dimension == 3)
        crank.join<BallJoint>({}, first, first + 1, Vec3(at, 0, 0));
      else
        crank.join<HingeJoint>(hinge, first, first + 1, Vec3(at, 0, 0));
    }
    SliderJoint::Data slider;
    slider.axis = {1, 0, 0};
    crank.join<SliderJoint>(slider, 3, 0, Vec3(r + l, 0, 0));
    Transient::Data how = inSteps(20, 1.0, "generalised-alpha");
    how.tolerance = 1e-11;
    crank.run(how, [&](int, double time, const Analysis::SolutionEvaluator&) {
      const double phi = turn * time;
      const double exact = r * std::cos(phi) + std::sqrt(l * l - r * r * std::sin(phi) * std::sin(phi));
      EXPECT_NEAR(crank.of(3).place[0], exact, 1e-8) << "time " << time;
      EXPECT_NEAR(crank.of(3).place[1], 0.0, 1e-8);
      EXPECT_NEAR((crank.of(1).rotation * Vec3::UnitX())[1], std::sin(phi), 1e-8);
    });
  }
}

// A driven shaft rotates another shaft that is suspended from the joint.
TEST(RigidBody, UniversalJointKeepsItsCrossSquare) {
  RigidBodies shafts({{{-1, 0, 0}, 1.0, Vec3::Ones()}, {{0.8, 0.4, 0}, 1.0, Vec3(0.2, 0.3, 0.4)}});
  shafts.pull({0, 0, -9.81});
  HingeJoint::Data driven;
  driven.axis = {1, 0, 0};
  driven.angle.given = -3.0;
  driven.history = base::History({{0.0, 0.0}, {1.0, 1.0}});
  shafts.join<HingeJoint>(driven, 1, 0, Vec3(-1, 0, 0));
  UniversalJoint::Data cross;
  cross.axis = {0, 0, 1};
  cross.second_axis = {-0.4, 0.8, 0};
  shafts.join<UniversalJoint>(cross, 1, 2, Vec3::Zero());
  shafts.run(inSteps(20, 1.0, "generalised-alpha"), [&](int, double time, const Analysis::SolutionEvaluator&) {
    const auto first = shafts.of(1), second = shafts.of(2);
    EXPECT_NEAR((first.rotation * cross.axis).dot(second.rotation * cross.second_axis), 0.0, 1e-8) << time;
    EXPECT_LT((second.place - second.rotation * Vec3(0.8, 0.4, 0)).norm(), 1e-8) << time;
    EXPECT_NEAR((first.rotation * Vec3::UnitY())[2], std::sin(3.0 * time), 1e-8) << time;
  });
  EXPECT_LT((shafts.of(2).rotation * Vec3(0.8, 0.4, 0))[2], -0.1);  // the body has fallen
}

// The joint is driven about the first axis, then about the second one that the first rotation has
// moved.
TEST(RigidBody, UniversalJointIsDrivenAboutBothAxes) {
  RigidBodies hand({{{-1, 0, 0}, 1.0, Vec3::Ones()}, {{0.8, 0.4, 0}, 1.0, Vec3(0.2, 0.3, 0.4)}});
  hand.join<FixedJoint>({}, 1, 0, Vec3(-1, 0, 0));
  UniversalJoint::Data wrist;
  wrist.axis = {1, 0, 0};
  wrist.second_axis = {0, 1, 0};
  wrist.angle.given = 1.2;
  wrist.second_angle.given = -0.7;
  wrist.history = base::History({{0.0, 0.0}, {1.0, 1.0}});
  hand.join<UniversalJoint>(wrist, 1, 2, Vec3::Zero());
  hand.run(inSteps(10, 1.0), [&](int, double time, const Analysis::SolutionEvaluator&) {
    const Eigen::AngleAxisd first(1.2 * time, Vec3::UnitX()), second(-0.7 * time, Vec3::UnitY());
    EXPECT_LT((hand.of(2).rotation - (first * second).toRotationMatrix()).norm(), 1e-8) << time;
  });
}

// A fixed joint gives the motion of one body with the sum of both masses and moments of inertia.
TEST(RigidBody, FixedJointMakesOneBodyOfTwo) {
  const Vec3 w(1.0, 0.5, -0.3);
  const auto velocityAt = [&](const Vec3& x) -> Vec3 { return w.cross(x); };
  RigidBodies two({{{-1, 0, 0}, 1.0, Vec3(0.3, 0.4, 0.5), velocityAt({-1, 0, 0}), w},
                   {{1, 0, 0}, 1.0, Vec3(0.3, 0.4, 0.5), velocityAt({1, 0, 0}), w}});
  two.join<FixedJoint>({}, 1, 2, Vec3::Zero());
  two.run(inSteps(manySteps(100), 1.0));
  RigidBodies one({{Vec3::Zero(), 2.0, Vec3(0.6, 2.8, 3.0), Vec3::Zero(), w}});
  one.run(inSteps(manySteps(100), 1.0));
  EXPECT_LT((two.of(1).rotation - one.of(1).rotation).norm(), 1e-2);
  EXPECT_LT((two.of(2).rotation - two.of(1).rotation).norm(), 1e-8);
  EXPECT_LT((two.of(1).place + two.of(2).place).norm(), 1e-8);
  EXPECT_LT((two.of(2).place - two.of(1).rotation * Vec3(1, 0, 0)).norm(), 1e-8);
}

// A straight chain has zero entries where a bent chain has none; the redundancy check is not
// repeated for these.
TEST(RigidBody, JointsOfAChainAreLookedAtOnce) {
  RigidBodies chain({{{0.5, 0, 0}}, {{1.5, 0, 0}}, {{2.5, 0, 0}}, {{3.5, 0, 0}}, {{4.5, 0, 0}}});
  chain.join<BallJoint>({}, 1, 0, Vec3::Zero());
  for (int i = 1; i < 5; ++i) chain.join<BallJoint>({}, i, i + 1, Vec3(i, 0, 0));
  system::MechanicalSystem& mechanics = chain.build();
  const system::AssembledSystem system(mechanics);
  system::ConstraintJacobian G(mechanics, system.layout(), system.constrainedFlags());
  const la::Vector diagonal = system.layout().makeVector();
  TENON_PETSC(VecSet(diagonal.get(), 2.0));
  system::Redundancy redundancy(mechanics, G, diagonal.get());
  EXPECT_EQ(redundancy.numDependent(), 0);
  la::State& state = mechanics.bodies().front()->state();
  for (const double size : {1e-7, 1.0}) {
    std::vector<double> turn(state.displacement().size(), 0.0);
    for (std::size_t i = 3; i < turn.size(); i += 6) turn[i] = 0.3 * size, turn[i + 1] = -0.5 * size;
    state.retract(turn);
    state.updateGhosts();
    G.update(mechanics, system.layout(), system.constrainedFlags());
    EXPECT_FALSE(redundancy.update(G, diagonal.get())) << size;
  }
}

TEST(RigidBody, SliderDrivenByItsTravelMovesAsItIsTold) {
  RigidBodies block({{{0, 0, 0}, 1.0, Vec3::Ones()}});
  SliderJoint::Data slider;
  slider.axis = {0, 3, 4};
  slider.travel.given = -2.0;  // the ground against the block
  slider.history = base::History({{0.0, 0.0}, {1.0, 1.0}});
  block.join<SliderJoint>(slider, 1, 0, Vec3::Zero());
  block.run(inSteps(10, 1.0, "generalised-alpha"));
  EXPECT_LT((block.of(1).place - 2.0 * Vec3(0, 0.6, 0.8)).norm(), 1e-8);
  EXPECT_LT((block.of(1).rotation - Mat3::Identity()).norm(), 1e-8);
}

}  // namespace
}  // namespace tenon::analysis
