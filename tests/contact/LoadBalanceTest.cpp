// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "Pile.hpp"
#include "contact/load_balance/WorkDistribution.hpp"
#include "contact/load_balance/byPosition.hpp"

// Load balancing: assignment of bodies to ranks.
namespace tenon::contact {
namespace {

using base::GlobalIndex;
using base::Vec3;

base::Communicator world() {
  return base::Communicator::world();
}

/// Returns random points in a bar of 4 x 2 x 1, the same on every rank.
std::vector<Vec3> bar(int count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> at(0.0, 1.0);
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) {
    const double x = 4 * at(random), y = 2 * at(random), z = at(random);
    points.emplace_back(x, y, z);
  }
  return points;
}

/// Returns the rank of each point, on every rank; rank has(i) contributes point i.
/// @note Collective.
template <class Has>
std::vector<int> ranksOf(const std::vector<Vec3>& points, const std::vector<std::int64_t>& weights, Has has) {
  std::vector<Vec3> mine;
  std::vector<std::int64_t> of_mine;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (has(i) == world().rank()) mine.push_back(points[i]), of_mine.push_back(weights[i]);
  const std::vector<int> found = partitionByPosition(world(), mine, of_mine);
  std::vector<int> all(points.size(), 0);
  auto next = found.begin();
  for (std::size_t i = 0; i < points.size(); ++i)
    if (has(i) == world().rank()) all[i] = *next++;
  world().sumInPlace(gsl::span<int>(all));
  return all;
}

int inTurn(std::size_t i) {
  return static_cast<int>(i) % world().size();
}
int onTheLast(std::size_t /*i*/) {
  return world().size() - 1;
}

std::vector<std::int64_t> sumsOf(const std::vector<int>& ranks, const std::vector<std::int64_t>& weights) {
  std::vector<std::int64_t> sums(static_cast<std::size_t>(world().size()), 0);
  for (std::size_t i = 0; i < ranks.size(); ++i) sums.at(static_cast<std::size_t>(ranks[i])) += weights[i];
  return sums;
}

TEST(PartitionByPosition, haveEqualWeights) {
  const auto points = bar(1000);
  std::vector<std::int64_t> weights;
  for (const Vec3& x : points) weights.push_back(x[0] < 1.0 ? 9 : 1);
  const std::int64_t mean = std::accumulate(weights.begin(), weights.end(), std::int64_t{0}) / world().size();
  for (const std::int64_t sum : sumsOf(ranksOf(points, weights, inTurn), weights)) EXPECT_NEAR(sum, mean, 18);
}

// Two parts are halves of a bar that is twice as long as wide; four parts bisect each half across
// its longest edge.
TEST(PartitionByPosition, areNearEachOther) {
  const auto points = bar(2000);
  const auto ranks = ranksOf(points, std::vector<std::int64_t>(points.size(), 1), inTurn);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool left = points[i][0] < 2.0, near_the_cut = std::abs(points[i][0] - 2.0) < 0.1;
    if (world().size() == 2 && !near_the_cut) {
      EXPECT_EQ(ranks[i], left ? 0 : 1);
    }
    if (world().size() == 4 && !near_the_cut) {
      EXPECT_EQ(ranks[i] < 2, left);
    }
  }
}

TEST(PartitionByPosition, doNotDependOnTheOwnersOfPoints) {
  const auto points = bar(300);
  std::vector<std::int64_t> weights(points.size());
  std::iota(weights.begin(), weights.end(), std::int64_t{1});
  EXPECT_EQ(ranksOf(points, weights, inTurn), ranksOf(points, weights, onTheLast));
}

TEST(PartitionByPosition, doNotDependOnUnits) {
  const auto points = bar(300);
  const std::vector<std::int64_t> weights(points.size(), 1);
  const auto expected = ranksOf(points, weights, inTurn);
  for (const double unit : {std::ldexp(1.0, -20), -std::ldexp(1.0, 10)}) {  // powers of 2 keep every digit
    std::vector<Vec3> others;
    for (const Vec3& x : points) others.emplace_back(unit * x);
    const auto ranks = ranksOf(others, weights, inTurn);
    if (unit > 0.0)
      EXPECT_EQ(ranks, expected);
    else
      for (const std::int64_t sum : sumsOf(ranks, weights)) EXPECT_NEAR(sum, 300 / world().size(), 1);
  }
}

TEST(PartitionByPosition, areAsGoodFarFromTheOrigin) {
  auto points = bar(300);
  const std::vector<std::int64_t> weights(points.size(), 1);
  const auto expected = ranksOf(points, weights, inTurn);
  for (Vec3& x : points) x += Vec3(1e6, -3e6, 2e6);
  const auto ranks = ranksOf(points, weights, inTurn);
  EXPECT_EQ(ranks, expected);
}

// In a lattice a whole layer of points has the same coordinate; the layer is divided for balance.
TEST(PartitionByPosition, cutThroughLayers) {
  std::vector<Vec3> points;
  for (int i = 0; i < 5 * 5 * 5; ++i) points.emplace_back(i % 5, i / 5 % 5, i / 25);
  const std::vector<std::int64_t> weights(points.size(), 1);
  for (const std::int64_t sum : sumsOf(ranksOf(points, weights, inTurn), weights))
    EXPECT_NEAR(static_cast<double>(sum), 125.0 / world().size(), 2.0);
}

// The choice of the longest direction is robust to a few distant bodies.
TEST(PartitionByPosition, ignoreAnOutlier) {
  auto points = bar(600);
  points.back() = Vec3(1, 1, 1e9);
  const std::vector<std::int64_t> weights(points.size(), 1);
  const auto ranks = ranksOf(points, weights, inTurn);
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    if (world().size() % 2 != 0 || std::abs(points[i][0] - 2.0) < 0.2) continue;
    EXPECT_EQ(ranks[i] < world().size() / 2, points[i][0] < 2.0);
  }
}

TEST(PartitionByPosition, acceptDegenerateInput) {
  EXPECT_TRUE(ranksOf({}, {}, inTurn).empty());
  const std::vector<Vec3> at_one_place(7, Vec3(1, 2, 3));
  const auto ranks = ranksOf(at_one_place, std::vector<std::int64_t>(7, 1), inTurn);
  for (const int rank : ranks) EXPECT_EQ(rank, ranks.front());
  const auto one = ranksOf({Vec3::Zero()}, {5}, inTurn);
  EXPECT_GE(one[0], 0);
  EXPECT_LT(one[0], world().size());
}

// The order contains all points, and consecutive points are close to each other.
TEST(OrderByPosition, keepsNeighboursTogether) {
  const auto points = bar(1000);
  const auto order = orderByPosition(points);
  ASSERT_EQ(order.size(), points.size());
  std::vector<std::size_t> sorted = order, all(points.size());
  std::sort(sorted.begin(), sorted.end());
  std::iota(all.begin(), all.end(), std::size_t{0});
  EXPECT_EQ(sorted, all);
  double mean_rate = 0.0;
  for (std::size_t i = 1; i < order.size(); ++i) mean_rate += (points[order[i]] - points[order[i - 1]]).norm();
  EXPECT_LT(mean_rate / 999, 0.4);  // mean spacing 0.2: 1,000 points in a volume of 8
  EXPECT_TRUE(orderByPosition({}).empty());
}

// Each rank works on every second body of the next rank, in reverse order, and on its own other
// bodies.
TEST(WorkDistribution, roundTrips) {
  const LocalIndex count = 4 + 2 * world().rank();
  const la::Layout owners(world(), count, {});
  const int next = (world().rank() + 1) % world().size();
  std::vector<GlobalIndex> mine;
  for (PetscInt g = owners.starts()[static_cast<std::size_t>(next) + 1] - 1;
       g >= owners.starts()[static_cast<std::size_t>(next)]; --g)
    if (g % 2 == 0) mine.emplace_back(g);
  for (LocalIndex i = 0; i < count; ++i)
    if (owners.global(i).value() % 2 != 0) mine.push_back(owners.global(i));
  const WorkDistribution distribution(world(), count, mine);
  std::vector<double> owned;
  for (LocalIndex i = 0; i < count; ++i) {
    const auto number = static_cast<double>(owners.global(i).value());
    owned.insert(owned.end(), {number, number + 0.5});
  }
  const auto worked = distribution.toWorkers(owned, 2);
  ASSERT_EQ(worked.size(), 2 * mine.size());
  for (std::size_t i = 0; i < mine.size(); ++i) {
    EXPECT_EQ(worked[2 * i], static_cast<double>(mine[i].value()));
    EXPECT_EQ(worked[2 * i + 1], worked[2 * i] + 0.5);
  }
  EXPECT_EQ(distribution.toOwners(worked, 2), owned);
  const la::Layout workers(world(), static_cast<LocalIndex>(mine.size()), {});
  const auto numbers = distribution.numbersOf(mine);
  for (std::size_t i = 0; i < mine.size(); ++i) EXPECT_EQ(numbers[i], workers.global(static_cast<LocalIndex>(i)));
}

/// Returns balls that fall into a trough, in rows of 16; ownership is cyclic.
Pile trough(double scale = 1.0, const Vec3& origin = Vec3::Zero()) {
  Pile pile;
  pile.law = {0.3, 0.0};
  pile.parameters.limits = {1e-12, 100000};
  pile.gravity *= scale;
  const auto wall = [&](const Vec3& normal, const Vec3& at) {
    pile.bodies.push_back(Pile::held(HalfSpace{normal}, scale * at + origin));
  };
  wall({0, 0, 1}, {0, 0, 0}), wall({1, 0, 0}, {0, 0, 0}), wall({-1, 0, 0}, {6, 0, 0});
  wall({0, 1, 0}, {0, 0, 0}), wall({0, -1, 0}, {0, 0.45, 0});
  for (int i = 0; i < 32; ++i) {
    const Vec3 at(0.25 + 0.21 * (i * 5 % 16), 0.11 + 0.22 * (i / 16), 0.1 + 0.01 * (i % 3));
    pile.bodies.push_back(Pile::sphere(0.1 * scale, 1.0 + 0.1 * (i % 4), scale * at + origin));
  }
  return pile;
}

/// Returns the same pile, stepped by a single rank.
Pile alone(Pile pile) {
  pile.comm = base::Communicator::self();
  return pile;
}

void expectSame(const Pile& a, const Pile& b, double tolerance) {
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i)
    EXPECT_LT((a.bodies[i].centre - b.bodies[i].centre).norm(), tolerance) << i;
}

void expectDealt(Pile& pile, int times) {
  if (world().size() > 1) {
    EXPECT_GE(pile.step().balance().num_redistributions, times);
  } else {
    EXPECT_EQ(pile.step().balance().num_redistributions, 0);
  }
}

// Results agree with those of one rank and are the same on all ranks.
TEST(LoadBalancedStep, followsAMovingPile) {
  Pile pile = trough();
  pile.parameters.limits.tolerance = 1e-10;
  Pile expected = alone(pile);
  double most = 0.0, share = 0.0;
  for (int s = 0; s < 150; ++s) {
    pile.gravity[0] = expected.gravity[0] = s < 75 ? 12.0 : -12.0;
    pile.advance(1e-2), expected.advance(1e-2);
    most = std::max(most, pile.bodies[20].centre[0]);
    share = std::max(share, pile.step().balance().share);
  }
  expectSame(pile, expected, 1e-6);
  EXPECT_GT(most, pile.bodies[20].centre[0] + 1.0);
  expectDealt(pile, 1);
  EXPECT_LT(share, 2.0);
}

// Free balls whose contacts change in every step.
TEST(LoadBalancedStep, handlesContactsThatAppearAndOpen) {
  Pile pile = trough();
  pile.law = {0.0, 1.0};
  pile.gravity.setZero();
  pile.bodies.push_back(Pile::held(HalfSpace{-Vec3::UnitZ()}, {0, 0, 0.5}));
  for (std::size_t i = 5; i < 37; ++i)
    pile.bodies[i].velocity = 3.0 * Vec3(std::sin(1.0 * i), std::cos(2.0 * i), std::sin(3.0 * i));
  Pile expected = alone(pile);
  const double energy = pile.kineticEnergy();
  std::int64_t fewest = 1000, most = 0;
  for (int s = 0; s < 60; ++s) {
    pile.advance(2e-3), expected.advance(2e-3);
    ASSERT_EQ(pile.last.num_contacts, expected.last.num_contacts) << s;
    fewest = std::min(fewest, pile.last.num_contacts), most = std::max(most, pile.last.num_contacts);
  }
  EXPECT_GT(most, fewest + 5);
  EXPECT_LE(pile.kineticEnergy(), energy * (1 + 1e-9));
  expectSame(pile, expected, 1e-7);
  expectDealt(pile, 1);
}

// One rank owns all bodies. A rank may work on more bodies than it owns, or on none.
TEST(LoadBalancedStep, sharesTheBodiesOfOneRank) {
  Pile pile = trough();
  pile.num_ranks = 1;
  pile.first_rank = world().size() - 1;
  Pile expected = alone(trough());
  pile.advance(5e-3, 30), expected.advance(5e-3, 30);
  expectSame(pile, expected, 1e-7);
  expectDealt(pile, 1);
  EXPECT_LT(pile.step().balance().share, 2.0);
}

TEST(LoadBalancedStep, leavesASingleBodyAtItsOwner) {
  Pile pile;
  pile.bodies = {Pile::sphere(0.1, 2.0, {0, 0, 1})};
  pile.advance(0.01, 25);
  EXPECT_EQ(pile.step().balance().num_redistributions, 0);
  EXPECT_NEAR(pile.bodies[0].velocity[2], -9.81 * 0.25, 1e-12);
}

// Results do not depend on the unit (micrometres, kilometres) or on the distance from the origin.
TEST(LoadBalancedStep, isTheSameInAnyUnit) {
  Pile expected = trough();
  expected.advance(5e-3, 25);
  for (const double scale : {1e-6, 1e3}) {
    Pile pile = trough(scale, scale * Vec3(1e3, -2e3, 1e3));
    pile.num_ranks = 1;
    pile.advance(5e-3, 25);
    expectDealt(pile, 1);
    for (std::size_t i = 0; i < pile.bodies.size(); ++i)
      EXPECT_LT((pile.bodies[i].centre / scale - Vec3(1e3, -2e3, 1e3) - expected.bodies[i].centre).norm(), 1e-6) << i;
  }
}

/// Returns a pile that leans on a wall in static equilibrium, owned by one rank, without the
/// impulses of previous steps.
Pile atRest() {
  Pile pile = alone(trough());
  pile.gravity[0] = -9.0;
  pile.law.friction = 0.5;
  pile.parameters.limits = {1e-9, 100000};
  pile.advance(1e-2, 250);
  Pile resting = trough();
  resting.gravity = pile.gravity, resting.law = pile.law, resting.parameters = pile.parameters;
  resting.bodies = pile.bodies;
  resting.num_ranks = 1;
  return resting;
}

TEST(LoadBalancedStep, migratesImpulses) {
  Pile pile = atRest();
  pile.advance(5e-3);
  const int cold = pile.last.outcome.iterations;
  expectDealt(pile, 1);
  pile.advance(5e-3);  // the assigned ranks still have the impulses
  EXPECT_LE(pile.last.outcome.iterations, cold / 4);
}

// Initial impulses may be given on any rank, as a checkpoint does; they are kept there until they
// are used.
TEST(LoadBalancedStep, acceptsInitialImpulsesOnAnyRank) {
  Pile pile = atRest();
  pile.advance(5e-3, 2);
  Pile expected = alone(atRest());
  expected.advance(5e-3, 2);
  const std::vector<ContactRecord> all = expected.step().contactRecords();
  Pile next = atRest();
  next.step().setInitialGuess(world().rank() == world().size() - 1 ? all : std::vector<ContactRecord>{});
  EXPECT_EQ(world().sum(static_cast<long>(next.step().contactRecords().size())), static_cast<long>(all.size()));
  next.advance(5e-3);
  EXPECT_LE(next.last.outcome.iterations, pile.most_iterations / 4);
}

// Each contact is reported once, whichever rank works on it, and the walls carry the total force.
TEST(LoadBalancedStep, reportsEveryContactOnce) {
  Pile pile = atRest(), expected = alone(pile);
  double mass = 0.0;
  for (const auto& body : pile.bodies) mass += body.mass;
  for (int s = 0; s < 3; ++s) {
    pile.advance(5e-3), expected.advance(5e-3);
    EXPECT_EQ(world().sum(static_cast<long>(pile.step().contactRecords().size())),
              static_cast<long>(expected.step().contactRecords().size()));
    Vec3 carried = Vec3::Zero();
    for (const ContactRecord& touch : pile.step().contactRecords())
      if (touch.first <= 5) carried += touch.force;
    world().sumInPlace(gsl::span<double>(carried.data(), 3));
    EXPECT_LT((carried + mass * pile.gravity).norm(), 1e-3 * mass * pile.gravity.norm());
  }
}

}  // namespace
}  // namespace tenon::contact
