// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "Pile.hpp"
#include "contact/coulombCone.hpp"
#include "contact/shapes/registry.hpp"
#include "tenon/base/Error.hpp"

// Contact laws other than those of Coulomb and Newton: rolling and spinning resistance, cohesion,
// Poisson's restitution.
namespace tenon::contact {
namespace {

using base::Vec3;
using base::Vec6;

const Shape ground = HalfSpace{Vec3::UnitZ()};
constexpr double g = 9.81;

/// Returns the normal of a plane that descends along x at `angle`.
Vec3 slope(double angle) {
  return {std::sin(angle), 0, std::cos(angle)};
}

double randomLimit(std::mt19937& random, std::normal_distribution<double>& normal) {
  return random() % 4 == 0 ? 0.0 : std::abs(normal(random));
}

// Moreau's theorem: x is the sum of its orthogonal projections on the cone and on its polar cone.
TEST(RollingFrictionCone, leavesWhatLiesInThePolarCone) {
  std::mt19937 random(17);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    const RollingFrictionCone cone{randomLimit(random, normal), randomLimit(random, normal),
                                   randomLimit(random, normal), 0.0};
    Vec6 x;
    for (int c = 0; c < 6; ++c) x[c] = normal(random);
    const Vec6 p = cone.project(x), rest = x - p;
    EXPECT_LE(std::hypot(p[1], p[2]), cone.friction * p[0] + 1e-14);
    EXPECT_LE(std::abs(p[3]), cone.spinning * p[0] + 1e-14);
    EXPECT_LE(std::hypot(p[4], p[5]), cone.rolling * p[0] + 1e-14);
    EXPECT_LE(rest[0] + cone.augmentation(rest), 1e-14);
    EXPECT_NEAR(p.dot(rest), 0.0, 1e-13);
  }
}

// Without moments the cone is Coulomb's cone. With a minimum normal impulse the projection is the
// nearest point of the truncated cone.
TEST(RollingFrictionCone, isCoulombsAndMayBeCutOff) {
  std::mt19937 random(19);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    const double friction = randomLimit(random, normal), least = std::abs(normal(random));
    Vec6 x = Vec6::Zero();
    for (int c = 0; c < 3; ++c) x[c] = normal(random);
    const Vec3 head = x.head<3>();
    const RollingFrictionCone whole{friction, 0.3, 0.2, 0.0}, cut{friction, 0.3, 0.2, least};
    EXPECT_LT((whole.project(x).head<3>() - projectOnCone(head, friction)).norm(), 1e-14);
    EXPECT_LT((cut.project(x).head<3>() - projectOnCone(head, friction, least)).norm(), 1e-14);
    for (int c = 3; c < 6; ++c) x[c] = normal(random);
    const Vec6 p = cut.project(x);
    EXPECT_GE(p[0], least);
    for (int k = 0; k < 50; ++k) {
      Vec6 y;
      for (int c = 0; c < 6; ++c) y[c] = normal(random);
      EXPECT_LE((x - p).dot(cut.project(y) - p), 1e-13);
    }
  }
}

class RollingFriction : public ::testing::TestWithParam<const char*> {
 protected:
  Pile pileOf(const RigidContactLaw& law) {
    Pile pile;
    pile.law = law;
    pile.parameters.solver = GetParam();
    return pile;
  }
};

// 7/5 m v' = -m g rolling / R: a ball that rolls at v stops after 7 v^2 R / (10 g rolling), at t =
// 7 v R / (5 g rolling).
TEST_P(RollingFriction, rollsOutAndStops) {
  const double radius = 0.1, rolling = 0.02, v = 2.0;
  Pile pile = pileOf({0.5, 0.0, rolling});
  pile.bodies = {Pile::held(ground), Pile::sphere(radius, 2.0, {0, 0, radius})};
  auto& ball = pile.bodies[1];
  ball.velocity = {0.6 * v, 0.8 * v, 0};
  ball.spin = Vec3::UnitZ().cross(ball.velocity) / radius;
  const double stops = 7 * v * radius / (5 * g * rolling), h = stops / 500;
  pile.advance(h, 250);
  EXPECT_NEAR(ball.velocity.norm(), 0.5 * v, 1e-8);
  EXPECT_NEAR(ball.velocity[0] * 0.8, ball.velocity[1] * 0.6, 1e-8);
  pile.advance(h, 260);
  EXPECT_LT(ball.velocity.norm() + radius * ball.spin.norm(), 1e-9);
  const double mean_rate = 7 * v * v * radius / (10 * g * rolling);
  EXPECT_NEAR(ball.centre[0], 0.6 * mean_rate, 0.003 * mean_rate);
  EXPECT_NEAR(ball.centre[1], 0.8 * mean_rate, 0.003 * mean_rate);
}

// The ball is in equilibrium while tan(theta) < rolling / R; otherwise a = 5/7 g (sin(theta) -
// rolling cos(theta) / R).
TEST_P(RollingFriction, restsOnASlopeOrRolls) {
  const double angle = 0.2, radius = 0.1, limit = radius * std::tan(angle);
  for (const double rolling : {1.02 * limit, 0.8 * limit}) {
    Pile pile = pileOf({0.8, 0.0, rolling});
    pile.bodies = {Pile::held(HalfSpace{slope(angle)}), Pile::sphere(radius, 2.0, radius * slope(angle))};
    pile.advance(2e-3, 200);
    const double a = rolling > limit ? 0.0 : 5.0 / 7 * g * (std::sin(angle) - rolling * std::cos(angle) / radius);
    EXPECT_NEAR(pile.bodies[1].velocity.norm(), 0.4 * a, 1e-8);
  }
}

// 2/5 m R^2 w' = -spinning m g; rolling is not resisted.
TEST_P(RollingFriction, spinsDown) {
  const double radius = 0.1, spinning = 0.01, w = 30.0;
  Pile pile = pileOf({0.5, 0.0, 0.0, spinning});
  pile.bodies = {Pile::held(ground), Pile::sphere(radius, 2.0, {0, 0, radius})};
  pile.bodies[1].spin = {0, 10, w};
  pile.bodies[1].velocity = {1, 0, 0};
  const double stops = 0.4 * radius * radius * w / (spinning * g), h = stops / 200;
  pile.advance(h, 100);
  EXPECT_NEAR(pile.bodies[1].spin[2], 0.5 * w, 1e-7);
  pile.advance(h, 104);
  EXPECT_LT((pile.bodies[1].spin - Vec3(0, 10, 0)).norm(), 1e-7);
  EXPECT_NEAR(pile.bodies[1].velocity[0], 1.0, 1e-8);
}

INSTANTIATE_TEST_SUITE_P(All, RollingFriction,
                         ::testing::Values("accelerated-gradient", "barzilai-borwein", "gauss-seidel"),
                         [](const auto& solver) {
                           std::string name = solver.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

/// Returns balls that fly towards each other and spin.
Pile heap(const RigidContactLaw& law) {
  Pile pile;
  pile.law = law;
  pile.gravity.setZero();
  for (int i = 0; i < 8; ++i) {
    const Vec3 position(0.21 * (i % 2) + 0.01 * i, 0.205 * (i / 2 % 2), 0.22 * (i / 4));
    pile.bodies.push_back(Pile::sphere(0.1, 1.0 + 0.1 * i, position));
    pile.bodies.back().velocity = -2.0 * (position - Vec3(0.14, 0.1, 0.11)) + Vec3(0.1 * (i % 5), -0.1 * (i % 4), 0);
    pile.bodies.back().spin = Vec3(0.5 * (i % 4), -0.3 * (i % 3), 0.2 * i);
  }
  return pile;
}

const RigidContactLaw everything{0.4, 0.3, 0.01, 0.005, 2.0, RigidContactLaw::Restitution::poisson};

TEST(Heap, isTheSameForAnyPartitionByAnySolver) {
  Pile first = heap(everything), alone = heap(everything);
  alone.comm = base::Communicator::self();
  first.parameters.limits = alone.parameters.limits = {1e-11, 100000};
  first.advance(4e-3, 15), alone.advance(4e-3, 15);
  for (std::size_t i = 0; i < first.bodies.size(); ++i)
    EXPECT_LT((first.bodies[i].velocity - alone.bodies[i].velocity).norm(), 1e-7) << i;
  for (const char* solver : {"accelerated-gradient", "barzilai-borwein"}) {
    Pile pile = heap(everything);
    pile.parameters.solver = solver;
    pile.parameters.limits = first.parameters.limits;
    pile.advance(4e-3, 15);
    for (std::size_t i = 0; i < pile.bodies.size(); ++i)
      EXPECT_LT((pile.bodies[i].velocity - first.bodies[i].velocity).norm(), 1e-6) << solver << i;
  }
}

// Moments act on both bodies and dissipate energy.
TEST(Heap, keepsItsMomentaAndGainsNoEnergy) {
  for (const auto restitution : {RigidContactLaw::Restitution::newton, RigidContactLaw::Restitution::poisson}) {
    Pile pile =
        heap({0.4, restitution == RigidContactLaw::Restitution::poisson ? 0.7 : 0.0, 0.01, 0.005, 0.0, restitution});
    EXPECT_GT(advanceFreeBodies(pile, 4e-3, 20), 5);
  }
}

/// Returns a ball below a fixed plate, and a box below another one.
Pile hanging(double cohesion) {
  Pile pile;
  pile.law.cohesion = cohesion;
  pile.law.friction = 0.5;
  pile.bodies = {Pile::held(HalfSpace{-Vec3::UnitZ()}), Pile::sphere(0.1, 2.0, {0, 0, -0.1}),
                 Pile::cube(0.2, 2.0, {1, 0, -0.1})};
  return pile;
}

// A weight of 19.62 N (2 kg) is compared with the cohesion; a face has the same cohesion as a
// point.
TEST(Cohesion, carriesLighterBodies) {
  Pile holds = hanging(1.02 * 2 * g), falls = hanging(0.98 * 2 * g);
  holds.advance(1e-3, 200), falls.advance(1e-3, 200);
  for (std::size_t i : {1, 2}) {
    EXPECT_NEAR(holds.bodies[i].centre[2], -0.1, 1e-8);
    EXPECT_NEAR(holds.forceBetween(0, i)[2], 2 * g, 1e-5);
    EXPECT_NEAR(falls.bodies[i].velocity[2], -0.2 * g, 0.005 * g);  // it separates in the first step
  }
}

// The friction limit includes the cohesion: the body slides down a wall where its weight exceeds mu
// times the cohesion.
TEST(Cohesion, carriesFriction) {
  for (const double share : {0.97, 1.03}) {
    Pile pile;
    pile.law.friction = 0.5;
    pile.law.cohesion = share * 2 * g / 0.5;
    pile.bodies = {Pile::held(HalfSpace{Vec3::UnitX()}), Pile::sphere(0.1, 2.0, {0.1, 0, 0})};
    pile.bodies[1].inertia = 1e9;
    pile.advance(1e-3, 100);
    EXPECT_NEAR(pile.bodies[1].velocity[2], share > 1.0 ? 0.0 : -0.1 * 0.03 * g, 1e-8);
    EXPECT_NEAR(pile.bodies[1].centre[0], 0.1, 1e-9);
  }
}

// In a central impact of balls Poisson's law agrees with Newton's law.
TEST(Poisson, agreesWithNewtonWhereBallsMeet) {
  for (const auto restitution : {RigidContactLaw::Restitution::newton, RigidContactLaw::Restitution::poisson}) {
    Pile pile;
    pile.law = {0.3, 0.6, 0.0, 0.0, 0.0, restitution};
    pile.gravity.setZero();
    pile.bodies = {Pile::sphere(0.1, 2.0, {0, 0, 0}), Pile::sphere(0.1, 3.0, {0.205, 0, 0})};
    pile.bodies[0].velocity = {1, 0, 0};
    pile.advance(1e-2, 3);
    const double mean = 2.0 / 5;
    EXPECT_NEAR(pile.bodies[0].velocity[0], mean - 0.6 * 3 / 5, 1e-9);
    EXPECT_NEAR(pile.bodies[1].velocity[0], mean + 0.6 * 2 / 5, 1e-9);
  }
}

TEST(Poisson, comesToRest) {
  Pile pile;
  pile.law = {0.3, 0.5, 0.0, 0.0, 0.0, RigidContactLaw::Restitution::poisson};
  pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.2}), Pile::cube(0.2, 1.0, {1, 0, 0.1})};
  pile.advance(2e-3, 80);
  EXPECT_GT(pile.bodies[1].velocity[2], 0.3);
  EXPECT_NEAR(pile.bodies[2].centre[2], 0.1, 1e-9);
  pile.advance(2e-3, 420);
  EXPECT_LT(pile.bodies[1].velocity.norm(), 1e-6);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.1, 1e-3);
}

// A rod of half length l at 45 degrees falls on its end, which sticks. Let W = [[a, -c], [-c, a]]
// belong to that end along the normal and the tangent, with a = 1/m + k and c = k = l^2 / (2 I).
// From u = (-v, s) Newton's law gives the normal velocity e v, and Poisson's law e (v - c s / a):
// the impulses of compression are W^-1 (v, -s), and the contact also sticks during restitution.
TEST(Poisson, differsFromNewtonWhereARodFallsOnItsEnd) {
  const double l = 1.0, mass = 2.0, inertia = 0.5, e = 0.5, v = 1.0, k = l * l / (2 * inertia), a = 1 / mass + k, c = k;
  for (const double s : {-0.6, 0.6})
    for (const auto restitution : {RigidContactLaw::Restitution::newton, RigidContactLaw::Restitution::poisson}) {
      Pile pile;
      pile.law = {10.0, e, 0.0, 0.0, 0.0, restitution};
      pile.gravity.setZero();
      const double down = l * std::sqrt(0.5), tiny = 1e-6;
      pile.bodies = {Pile::held(ground),
                     {Capsule{l, tiny}, {0, 0, down + tiny}, {s, 0, -v}, Vec3::Zero(), mass, inertia}};
      pile.bodies[1].turned = Eigen::Quaterniond(Eigen::AngleAxisd(std::acos(-1.0) / 4, Vec3::UnitY()));
      const double energy = pile.energy();
      pile.advance(1e-6, 1);
      const Vec3 arm(-down, 0, -down), u = pile.bodies[1].velocity + pile.bodies[1].spin.cross(arm);
      EXPECT_NEAR(u[0], 0.0, 1e-5);
      EXPECT_NEAR(u[2], restitution == RigidContactLaw::Restitution::newton ? e * v : e * (v - c * s / a), 1e-5) << s;
      if (restitution == RigidContactLaw::Restitution::poisson) {
        EXPECT_LE(pile.energy(), energy);
      }
    }
}

// Case entries of rigid contact, and their errors.
TEST(RigidCase, isChecked) {
  ShapeRegistry shapes("shape");
  registerShapes(shapes);
  RigidContactRegistry contacts("contact");
  registerRigidContacts(contacts);
  const auto expectFailure = [](const auto& registry, const std::string& text, const std::string& part) {
    try {
      registry.check(base::CaseNode::parse(text, "case.yaml"));
      ADD_FAILURE() << text;
    } catch (const base::InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  shapes.check(
      base::CaseNode::parse("{type: hull, vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}", "case.yaml"));
  shapes.check(base::CaseNode::parse("{type: cylinder, length: 2, radius: 0.5}", "case.yaml"));
  expectFailure(shapes, "{type: hull, vertices: [[x, 0, 0]]}", "vertices");
  expectFailure(shapes, "{type: cylinder, length: 2, radius: 0}", "positive");
  contacts.check(base::CaseNode::parse(
      "{type: rigid, rolling: 0.1, spinning: 0.1, cohesion: 2, restitution: 0.5, restitution_law: poisson}",
      "case.yaml"));
  expectFailure(contacts, "{type: rigid, rolling: -1}", "rolling");
  expectFailure(contacts, "{type: rigid, spinning: -1}", "spinning");
  expectFailure(contacts, "{type: rigid, cohesion: -1}", "cohesion");
  expectFailure(contacts, "{type: rigid, restitution_law: poison}", "poisson");
}

}  // namespace
}  // namespace tenon::contact
