// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "Pile.hpp"

// Sleeping bodies compared with the same bodies without sleep.
namespace tenon::contact {
namespace {

using base::Vec3;

constexpr double h = 0.002;
constexpr int until_asleep = 60;  // number of steps

/// Returns stacks of two cubes of edge 0.2 and mass 2, 1 apart along x, on a floor, which is body
/// 0.
Pile stacks(int count, double unit = 1.0) {
  Pile pile;
  pile.gravity *= unit;
  pile.law.friction = 0.4;
  pile.sleep = {0.01 * unit, 0.05};
  pile.parameters = {"newton", {1e-9, 20000}};
  pile.bodies = {Pile::held(HalfSpace{Vec3::UnitZ()})};
  for (int s = 0; s < count; ++s)
    for (int k = 0; k < 2; ++k)
      pile.bodies.push_back(Pile::cube(0.2 * unit, 2.0, unit * Vec3(s, 0.01 * k, 0.1 + 0.2 * k)));
  return pile;
}

Pile awakeOf(const Pile& pile) {
  Pile awake = pile;
  awake.sleep = {};
  awake.renew();
  return awake;
}

double farthest(const Pile& one, const Pile& other) {
  double most = 0.0;
  for (std::size_t b = 0; b < one.bodies.size(); ++b)
    most = std::max(most, (one.bodies[b].centre - other.bodies[b].centre).norm());
  return most;
}

/// Returns the force of all bodies on body 0.
Vec3 forceOnFloor(Pile& pile) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 1; b < pile.bodies.size(); ++b) sum += pile.forceBetween(b, 0);
  return sum;
}

TEST(Asleep, keepsSupportForces) {
  for (const double unit : {1e-6, 1e3}) {
    Pile pile = stacks(2, unit), awake = awakeOf(pile);
    pile.advance(h, until_asleep);
    awake.advance(h, until_asleep);
    EXPECT_EQ(pile.last.num_asleep, 4);
    EXPECT_EQ(pile.kineticEnergy(), 0.0);
    EXPECT_LT(farthest(pile, awake), 1e-8 * unit);
    const double weight = 8 * 9.81 * unit;
    for (std::size_t b = 1; b < pile.bodies.size(); ++b)
      EXPECT_LT((pile.forceBetween(b, b - 1) - awake.forceBetween(b, b - 1)).norm(), 1e-6 * weight);
    EXPECT_LT((forceOnFloor(pile) - 8.0 * pile.gravity).norm(), 1e-6 * weight);
    EXPECT_EQ(pile.last.outcome.iterations, 0);
  }
}

// Reported forces on bodies include the contacts of sleeping bodies, even on the floor, whose owner
// owns neither body.
TEST(Asleep, reportsForcesOnAllBodies) {
  Pile pile = stacks(1);
  pile.advance(h, until_asleep);
  std::vector<double> sums(6 * pile.bodies.size(), 0.0);
  for (std::size_t b = 0, k = 0; b < pile.bodies.size(); ++b)
    if (pile.rankOf(b) == pile.comm.rank())
      std::copy_n(pile.last.force.begin() + 6 * static_cast<std::ptrdiff_t>(k++), 6,
                  sums.begin() + 6 * static_cast<std::ptrdiff_t>(b));
  pile.comm.sumInPlace(gsl::span<double>(sums));
  EXPECT_NEAR(sums[2], -4 * 9.81, 1e-6 * 4 * 9.81);
  EXPECT_NEAR(sums[3], -4 * 9.81 * 0.005, 1e-6 * 4 * 9.81 * 0.2);  // the centre of mass is at y = 0.005
  for (std::size_t b = 1; b < pile.bodies.size(); ++b) {
    EXPECT_NEAR(sums[6 * b + 2], 2 * 9.81, 1e-6 * 4 * 9.81);
    for (std::size_t i = 3; i < 6; ++i) EXPECT_NEAR(sums[6 * b + i], 0.0, 1e-6 * 4 * 9.81 * 0.2);
  }
}

// A ball hits one of two stacks. The stack moves as without sleep, to the tolerance of the
// impulses; the other stack remains asleep.
TEST(Asleep, wakesWhereItIsHit) {
  Pile pile = stacks(2);
  pile.bodies.push_back(Pile::sphere(0.1, 1.0, {-1.2, 0.02, 0.53}));
  pile.bodies.back().velocity = {5, 0, 0};
  Pile awake = awakeOf(pile);
  pile.advance(h, 90);
  EXPECT_EQ(pile.last.num_asleep, 4);
  pile.advance(h, 20);
  EXPECT_EQ(pile.last.num_asleep, 2);
  awake.advance(h, 110);
  EXPECT_GT((pile.bodies[2].centre - Vec3(0, 0.01, 0.3)).norm(), 0.01);
  EXPECT_LT(farthest(pile, awake), 1e-5);
  for (const std::size_t b : {3u, 4u}) EXPECT_EQ(pile.bodies[b].velocity.norm(), 0.0);
}

// A body at the top of its trajectory and a body that spins in place stay awake.
TEST(Awake, isKeptByMovingBodies) {
  Pile pile = stacks(1);
  pile.law.friction = 0.0;
  pile.bodies.resize(1);
  pile.bodies.push_back(Pile::sphere(0.1, 1.0, {0, 0, 0.11}));
  pile.bodies.push_back(Pile::sphere(0.1, 1.0, {1, 0, 0.1}));
  pile.bodies.push_back(Pile::sphere(0.1, 1.0, {2, 0, 0.1}));
  pile.bodies[1].velocity = {0, 0, 2};
  pile.bodies[2].spin = {0, 0, 0.2};
  pile.bodies[3].spin = {0, 0, 0.05};
  pile.advance(h, 150);
  EXPECT_EQ(pile.last.num_asleep, 1);
  EXPECT_EQ(pile.bodies[2].spin[2], 0.2);
  EXPECT_EQ(pile.bodies[3].spin[2], 0.0);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.11 + 2 * 0.3 - 0.5 * 9.81 * 0.3 * (0.3 + h), 1e-12);
}

// A board below one of two stacks moves away or drags the stack along more slowly than the sleep
// velocity.
TEST(Asleep, wakesWithItsSupport) {
  for (const Vec3& velocity : {Vec3(0, 0, -3), Vec3(0.004, 0, 0)}) {
    Pile pile = stacks(2);
    pile.bodies.push_back(Pile::held(Cuboid{Vec3(0.3, 0.3, 0.05)}, {0, 0, -0.05}));
    pile.bodies[0].centre[2] = -2.0;
    pile.bodies.push_back(Pile::held(Cuboid{Vec3(0.3, 0.3, 0.05)}, {1, 0, -0.05}));
    pile.advance(h, until_asleep);
    EXPECT_EQ(pile.last.num_asleep, 4);
    Pile awake = awakeOf(pile);
    pile.bodies[5].velocity = awake.bodies[5].velocity = velocity;
    pile.advance(h, 100);
    awake.advance(h, 100);
    EXPECT_EQ(pile.last.num_asleep, 2);
    EXPECT_GT((pile.bodies[1].centre - Vec3(0, 0, 0.1)).norm(), 0.5 * velocity.norm() * 100 * h * 0.5);
    EXPECT_LT(farthest(pile, awake), 1e-7);
  }
}

// Gravity rotates by 40 degrees and everything slides, or it grows by 1 %: the bodies wake, adapt
// to the new forces and fall asleep again.
TEST(Asleep, wakesByForces) {
  Pile pile = stacks(2);
  pile.advance(h, until_asleep);
  pile.gravity *= 1.01;
  pile.advance(h, 30);
  EXPECT_LT((forceOnFloor(pile) - 8.0 / 1.01 * pile.gravity).norm(), 1e-6 * 8 * 9.81);
  pile.advance(h, 30);
  EXPECT_EQ(pile.last.num_asleep, 4);
  EXPECT_LT((forceOnFloor(pile) - 8.0 * pile.gravity).norm(), 1e-6 * 8 * 9.81);
  pile.gravity = 9.81 * Vec3(std::sin(0.7), 0, -std::cos(0.7));
  pile.advance(h, 10);
  EXPECT_EQ(pile.last.num_asleep, 0);
  EXPECT_GT(pile.bodies[1].velocity[0], 0.05);
}

// A body that settles softly on a sleeping stack wakes it when it falls asleep itself, so that the
// floor carries both weights.
TEST(Asleep, includesBodiesThatComeToRestOnIt) {
  Pile pile = stacks(1);
  pile.bodies.push_back(Pile::sphere(0.05, 1e-3, {0.03, 0, 5}));
  pile.advance(h, until_asleep);
  pile.bodies[3].centre = {0.03, 0.01, 0.45};
  pile.bodies[3].velocity.setZero();
  pile.advance(h, 20);
  EXPECT_EQ(pile.last.num_asleep, 2);
  EXPECT_NEAR(forceOnFloor(pile)[2], -4 * 9.81, 1e-7 * 4 * 9.81);
  pile.advance(h, 10);
  EXPECT_EQ(pile.last.num_asleep, 3);
  EXPECT_NEAR(forceOnFloor(pile)[2], -4.001 * 9.81, 1e-7 * 4 * 9.81);
}

// A body placed on a sleeping stack without an impact: a light one is carried as by a fixed body, a
// heavy one wakes the stack immediately.
TEST(Asleep, wakesByImpulses) {
  for (const double mass : {1e-4, 10.0}) {
    Pile pile = stacks(1);
    pile.bodies.push_back(Pile::sphere(0.05, mass, {0, 0, 9}));
    pile.advance(h, until_asleep);
    pile.bodies[3].centre = {0, 0.01, 0.45};
    pile.bodies[3].velocity.setZero();
    pile.advance(h, 2);
    EXPECT_EQ(pile.last.num_asleep, mass < 1.0 ? 2 : 0);
    EXPECT_NEAR(forceOnFloor(pile)[2], mass < 1.0 ? -4 * 9.81 : -14 * 9.81, 1e-6 * 14 * 9.81);
  }
}

// A fast body wakes the stack, however light it is.
TEST(Asleep, wakesByFastBodies) {
  Pile pile = stacks(1);
  pile.bodies.push_back(Pile::sphere(0.05, 1e-4, {0, 0, 9}));
  pile.advance(h, until_asleep);
  EXPECT_EQ(pile.last.num_asleep, 2);
  pile.bodies[3].centre = {0, 0.01, 0.4505};
  pile.bodies[3].velocity = {0, 0, -1};
  pile.advance(h);
  EXPECT_EQ(pile.last.num_asleep, 0);
}

// Results do not depend on the distribution of the bodies, except for round-off amplified by the
// impact.
TEST(Asleep, isTheSameOnAllRanks) {
  const auto hit = [](int first_rank, int num_ranks) {
    Pile pile = stacks(2);
    pile.first_rank = first_rank, pile.num_ranks = num_ranks;
    pile.bodies.push_back(Pile::sphere(0.1, 1.0, {-0.5, 0.02, 0.33}));
    pile.bodies.back().velocity = {5, 0, 0};
    pile.sleep.after = 0.02;
    pile.advance(h, 45);
    return pile;
  };
  const Pile one = hit(0, 1), some = hit(0, 1000), others = hit(2, 3);
  for (const Pile* pile : {&some, &others}) {
    EXPECT_EQ(pile->last.num_asleep, one.last.num_asleep);
    EXPECT_LT(farthest(one, *pile), 1e-5);
  }
}

}  // namespace
}  // namespace tenon::contact
