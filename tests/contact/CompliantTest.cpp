// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "Pile.hpp"
#include "everySolver.hpp"
#include "tenon/contact/ConeSolver.hpp"

// Compliant contacts: gap + c force >= 0.
namespace tenon::contact {
namespace {

using base::Vec3;

const Shape ground = HalfSpace{Vec3::UnitZ()};
constexpr double g = 9.81, c = 1e-4;

class Compliant : public testing::TestWithParam<std::string> {
 protected:
  static Pile pileOf(const RigidContactLaw& law) {
    Pile pile;
    pile.law = law;
    pile.law.compliance = c;
    pile.parameters = {GetParam(), {1e-11, 100000}};
    return pile;
  }
};

// A ball penetrates by c m g, a box by a quarter of c m g because each of its four corners carries
// a quarter of the weight.
TEST_P(Compliant, sinksByItsWeight) {
  Pile pile = pileOf({0.3});
  pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1}), Pile::cube(0.2, 3.0, {1, 0, 0.1})};
  pile.advance(0.01, 200);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.1 - c * 2 * g, 1e-9);
  EXPECT_NEAR(pile.bodies[2].centre[2], 0.1 - c * 3 * g / 4, 1e-9);
  EXPECT_NEAR(pile.forceBetween(0, 1)[2], 2 * g, 1e-6);
  EXPECT_NEAR(pile.forceBetween(0, 2)[2], 3 * g, 1e-6);
}

// A body that overlaps by c times its weight is in equilibrium; no position correction separates
// it.
TEST_P(Compliant, restsWhereItOverlapsByItsWeight) {
  Pile pile = pileOf({0.3});
  pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1 - c * 2 * g})};
  for (int k = 0; k < 5; ++k) {
    pile.advance(0.002);
    EXPECT_TRUE(pile.last.correction.empty());
    EXPECT_NEAR(pile.bodies[1].centre[2], 0.1 - c * 2 * g, 1e-11);
    EXPECT_LT(pile.bodies[1].velocity.norm(), 1e-9);
  }
}

// A ball between a floor and a descending press: force (travel - clearance) / 2 c. Without a
// compliance the problem is infeasible.
TEST_P(Compliant, isCompressedByTheTravel) {
  const double free = 0.013, speed = 0.5, h = 0.01;
  Pile pile = pileOf({0.3}), rigid = pileOf({0.3});
  rigid.law.compliance = 0.0;
  rigid.must_converge = false;
  for (Pile* each : {&pile, &rigid}) {
    each->gravity.setZero();
    each->bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1}),
                    Pile::held(HalfSpace{-Vec3::UnitZ()}, {0, 0, 0.2 + free})};
    each->bodies[2].velocity = {0, 0, -speed};
  }
  pile.advance(h, 10);  // the press reaches the ball in the third step
  pile.bodies[2].velocity.setZero();
  pile.advance(h, 100);
  const double force = (10 * h * speed - free) / (2 * c);
  EXPECT_NEAR(pile.forceBetween(0, 1)[2], force, 1e-7 * force);
  EXPECT_NEAR(pile.forceBetween(1, 2)[2], force, 1e-7 * force);
  EXPECT_FALSE(pile.last.infeasible_pair);
  rigid.advance(h, 3);
  EXPECT_TRUE(rigid.last.infeasible_pair);
}

// Friction is proportional to the actual normal force.
TEST_P(Compliant, slidesLikeARigidContact) {
  Pile pile = pileOf({0.3});
  pile.bodies = {Pile::held(ground), Pile::cube(0.2, 3.0, {0, 0, 0.1 - c * 3 * g / 4})};
  pile.bodies[1].inertia = 1e9;
  pile.bodies[1].velocity = {0.3, 0.4, 0};
  pile.advance(0.001, 100);
  EXPECT_NEAR(pile.bodies[1].velocity[0], 0.6 * (0.5 - 0.3 * g * 0.1), 1e-7);
  EXPECT_NEAR(pile.bodies[1].velocity[1], 0.8 * (0.5 - 0.3 * g * 0.1), 1e-7);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.1 - c * 3 * g / 4, 1e-9);
}

// All solvers give the same heap for any partition; contacts are stiff and soft relative to the
// inertia of a step.
TEST_P(Compliant, isTheSameByEverySolver) {
  for (const double compliance : {1e-7, 1e-3}) {
    const auto advanced = [&](const std::string& solver, const base::Communicator& comm) {
      Pile pile = pileOf({0.4, 0.0, 0.004, 0.002});
      pile.law.compliance = compliance;
      pile.parameters.solver = solver;
      pile.comm = comm;
      pile.bodies = {Pile::held(ground)};
      for (int i = 0; i < 4; ++i) pile.bodies.push_back(Pile::sphere(0.1, 1.0 + i, {0.2 * i, 0, 0.1}));
      pile.bodies.push_back(Pile::sphere(0.1, 2.0, {0.1, 0.0, 0.1 + 0.173}));
      pile.bodies.push_back(Pile::cube(0.2, 2.0, {0.5, 0.01, 0.3}));
      pile.bodies[1].velocity = {0.0, 0.5, 0.0};
      pile.bodies[2].spin = {0.0, 0.0, 4.0};
      pile.bodies[4].velocity = {-0.5, 0.1, 0.0};
      pile.advance(2e-3, 5);
      EXPECT_GE(pile.last.num_contacts, 8);
      return pile.bodies;
    };
    const auto expected = advanced("gauss-seidel", base::Communicator::self()),
               found = advanced(GetParam(), base::Communicator::world());
    for (std::size_t b = 0; b < found.size(); ++b) {
      EXPECT_LT((found[b].velocity - expected[b].velocity).norm(), 1e-7) << compliance << " " << b;
      EXPECT_LT(0.1 * (found[b].spin - expected[b].spin).norm(), 1e-7) << compliance << " " << b;
    }
  }
}

// Cohesion compresses the contact: a ball on the floor penetrates by c (m g + a), a suspended one
// by c (a - m g).
TEST_P(Compliant, extendsUnderCohesion) {
  RigidContactLaw law{0.3};
  law.cohesion = 1.5 * 2 * g;
  Pile pile = pileOf(law);
  pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1}),
                 Pile::held(HalfSpace{-Vec3::UnitZ()}, {0, 0, 1}), Pile::sphere(0.1, 2.0, {0.5, 0, 0.9})};
  pile.advance(0.01, 200);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.1 - c * 2.5 * 2 * g, 1e-9);
  EXPECT_NEAR(pile.bodies[3].centre[2], 0.9 + c * 0.5 * 2 * g, 1e-9);
  EXPECT_NEAR(pile.forceBetween(2, 3)[2], 2 * g, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, Compliant, testing::ValuesIn(everySolver()), nameOfTest);

}  // namespace
}  // namespace tenon::contact
