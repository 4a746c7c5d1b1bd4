// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <random>

#include "Pile.hpp"
#include "contact/coulombCone.hpp"
#include "contact/localProblem.hpp"
#include "everySolver.hpp"

// Friction pyramid, which limits each tangential direction separately, and the convex law, in which
// sliding contacts separate.
namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

const Shape ground = HalfSpace{Vec3::UnitZ()};
constexpr double g = 9.81, mu = 0.3;

Vec3 vectorOf(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

// Moreau's theorem: x is the sum of its orthogonal projections on the pyramid and on its polar
// cone.
TEST(Pyramid, leavesWhatLiesInThePolarOne) {
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) {
    const double friction = i % 5 == 0 ? 0.0 : std::abs(vectorOf(random)[0]);
    const Vec3 x = vectorOf(random), p = projectOnPyramid(x, friction), rest = x - p;
    EXPECT_LE(p.tail<2>().cwiseAbs().maxCoeff(), friction * p[0] + 1e-14);
    EXPECT_LE(rest[0] + friction * tangentialDualNorm(rest[1], rest[2], true), 1e-14);
    EXPECT_NEAR(p.dot(rest), 0.0, 1e-13);
    base::Vec6 with_turning = base::Vec6::Zero();
    with_turning.head<3>() = x;
    const double least = i % 3 == 0 ? 0.4 : 0.0;
    const RollingFrictionCone cone{friction, 0.2, 0.1, least, true};
    EXPECT_LT((cone.project(with_turning).head<3>() - projectOnPyramid(x, friction, least)).norm(), 1e-14);
  }
}

// The projection of multipliers of meshes: equal to that of impulses without a constant term. With
// it, x minus its projection p satisfies (x - p) . (y - p) <= 0 for all admissible y.
TEST(FrictionCone, projectsOnTheClosestPoint) {
  std::mt19937 random(8);
  for (int i = 0; i < 1000; ++i) {
    const bool is_pyramid = i % 2 == 0;
    const double friction = i % 5 == 0 ? 0.0 : std::abs(vectorOf(random)[0]);
    const Vec3 x = vectorOf(random);
    Vec3 p = x;
    projectOnFrictionCone({p.data(), 3}, friction, 0.0, is_pyramid);
    EXPECT_LT((p - project(x, friction, 0.0, is_pyramid)).norm(), 1e-14);
    const double constant = std::abs(vectorOf(random)[1]);
    p = x;
    projectOnFrictionCone({p.data(), 3}, friction, constant, is_pyramid);
    for (int k = 0; k < 20; ++k) {
      Vec3 y = vectorOf(random);
      y[0] = std::abs(y[0]);
      const double most = friction * y[0] + constant;
      if (is_pyramid)
        y.tail<2>() = y.tail<2>().cwiseMax(-most).cwiseMin(most);
      else if (y.tail<2>().norm() > most)
        y.tail<2>() *= most / y.tail<2>().norm();
      EXPECT_LE((x - p).dot(y - p), 1e-13);
    }
  }
  double plane[2] = {-1.0, 2.0};
  projectOnFrictionCone(plane, 0.5, 0.3, false);
  EXPECT_DOUBLE_EQ(plane[0], 0.0);
  EXPECT_DOUBLE_EQ(plane[1], 0.3);
  double inside[2] = {2.0, -1.1};
  projectOnFrictionCone(inside, 0.5, 0.3, true);
  EXPECT_DOUBLE_EQ(inside[0], 2.0);
  EXPECT_DOUBLE_EQ(inside[1], -1.1);
}

TEST(Pyramid, hasTheTangentsOfMeshes) {
  std::mt19937 random(9);
  for (int i = 0; i < 100; ++i) {
    const Vec3 n = vectorOf(random).normalized();
    const Mat3 E = pyramidFrameOf(n);
    EXPECT_LT((E.transpose() * E - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(E.determinant(), 1.0, 1e-14);
    EXPECT_EQ(E.col(0), n);
  }
  EXPECT_LT((pyramidFrameOf(Vec3::UnitZ()) - Mat3{{0, 1, 0}, {0, 0, 1}, {1, 0, 0}}).norm(), 1e-15);
  EXPECT_LT((pyramidFrameOf(Vec3(0, 0.6, 0.8)).col(1) - Vec3::UnitX()).norm(), 1e-15);
}

// The impulse of a single contact satisfies the contact law.
TEST(Pyramid, isSolvedAtOneContact) {
  std::mt19937 random(11);
  for (int i = 0; i < 1000; ++i) {
    Mat3 A;
    for (int c = 0; c < 3; ++c) A.col(c) = 0.2 * vectorOf(random);
    const Mat3 W = A * A.transpose() + Mat3::Identity();
    const Vec3 q = vectorOf(random);
    const double least = i % 3 == 0 ? 0.4 : 0.0;
    const Vec3 gamma = LocalPyramid(W).solve(q, mu, least);
    const Vec3 u = W * gamma + q;
    EXPECT_LT(lawResidual(gamma, augmented(u, mu, true), mu, 1.0, least, true), 1e-10) << i;
  }
}

class Limited : public testing::TestWithParam<std::string> {
 protected:
  static Pile pileOf(const RigidContactLaw& law) {
    Pile pile;
    pile.law = law;
    pile.parameters = {GetParam(), {1e-11, 100000}};
    return pile;
  }
  /// Returns a ball without rotation that is pushed by the given fractions of its weight.
  static Pile pushed(bool is_pyramid, double along_x, double along_y) {
    RigidContactLaw law{mu};
    law.is_pyramid = is_pyramid;
    Pile pile = pileOf(law);
    pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1})};
    pile.bodies[1].inertia = 1e9;
    pile.gravity = {along_x * g, along_y * g, -g};
    return pile;
  }
};

// Sliding begins at mu N along a tangent and at sqrt(2) mu N along the diagonal, because each
// tangent resists separately.
TEST_P(Limited, slidesFromThePyramidOn) {
  for (const double share : {0.98, 1.02}) {
    const double v = share > 1.0 ? 20 * 1e-3 * g * 0.02 * mu : 0.0;
    Pile diagonal = pushed(true, share * mu, -share * mu), along = pushed(true, share * mu, 0.5 * mu);
    diagonal.advance(1e-3, 20), along.advance(1e-3, 20);
    EXPECT_NEAR(diagonal.bodies[1].velocity[0], v, 1e-8);
    EXPECT_NEAR(diagonal.bodies[1].velocity[1], -v, 1e-8);
    EXPECT_NEAR(along.bodies[1].velocity[0], v, 1e-8);
    EXPECT_NEAR(along.bodies[1].velocity[1], 0.0, 1e-8);
    EXPECT_NEAR(diagonal.bodies[1].centre[2], 0.1, 1e-10);
    Pile cone = pushed(false, share * mu, -share * mu);
    cone.advance(1e-3, 20);
    EXPECT_GT(cone.bodies[1].velocity[0], 0.2 * 20 * 1e-3 * g * mu);
  }
}

Pile heap(const RigidContactLaw& law) {
  Pile pile;
  pile.law = law;
  pile.bodies = {Pile::held(ground)};
  for (int i = 0; i < 4; ++i) pile.bodies.push_back(Pile::sphere(0.1, 1.0 + i, {0.2 * i, 0, 0.1}));
  pile.bodies.push_back(Pile::sphere(0.1, 2.0, {0.1, 0.0, 0.1 + 0.1733}));
  pile.bodies.push_back(Pile::cube(0.2, 2.0, {0.5, 0.01, 0.3}));
  pile.bodies[1].velocity = {0.1, 0.5, 0.0};
  pile.bodies[2].spin = {0.0, 0.0, 4.0};
  pile.bodies[4].velocity = {-0.5, 0.1, 0.0};
  return pile;
}

void expectTheSame(const RigidContactLaw& law, const std::string& solver, const std::string& as) {
  Pile expected = heap(law), found = heap(law);
  expected.comm = base::Communicator::self();
  expected.parameters = {as, {1e-11, 100000}};
  found.parameters = {solver, {1e-11, 100000}};
  expected.advance(2e-3, 5), found.advance(2e-3, 5);
  EXPECT_GE(found.last.num_contacts, 8);
  for (std::size_t b = 0; b < found.bodies.size(); ++b) {
    EXPECT_LT((found.bodies[b].velocity - expected.bodies[b].velocity).norm(), 1e-7) << b;
    EXPECT_LT(0.1 * (found.bodies[b].spin - expected.bodies[b].spin).norm(), 1e-7) << b;
  }
}

TEST_P(Limited, isTheSameByEverySolver) {
  RigidContactLaw law{0.4};
  law.is_pyramid = true;
  expectTheSame(law, GetParam(), "gauss-seidel");
  law.rolling = 0.004, law.spinning = 0.002, law.compliance = 1e-6;
  expectTheSame(law, GetParam(), "gauss-seidel");
}

std::string nameOf(const testing::TestParamInfo<std::string>& of) {
  std::string name = of.param;
  name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
  return name;
}

std::vector<std::string> solvers(bool convex) {
  std::vector<std::string> names;
  for (const std::string& solver : coneSolvers().names())
    if (!convex || makeSolver(solver)->supportsConvexLaw()) names.push_back(solver);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, Limited, testing::ValuesIn(solvers(false)), nameOf);

class Convex : public Limited {};

// A body that slides at v is mu v h above the surface; its friction is unchanged.
TEST_P(Convex, liftsByMuTimesTheSlip) {
  for (const bool is_pyramid : {false, true}) {
    const double h = 1e-3, v = 0.5, factor = is_pyramid ? 1.4 : 1.0;  // |v_1| + |v_2| of 3/5 and 4/5
    RigidContactLaw law{mu};
    law.is_pyramid = is_pyramid, law.is_convex = true;
    Pile pile = pileOf(law);
    const Vec3 against = is_pyramid ? Vec3(-1, -1, 0) : Vec3(-0.6, -0.8, 0);
    const double resists = is_pyramid ? 2.0 : 1.0;  // mu m g, along each tangent
    pile.bodies = {Pile::held(ground), Pile::sphere(0.1, 2.0, {0, 0, 0.1 + mu * factor * v * h})};
    pile.bodies[1].inertia = 1e9;
    pile.bodies[1].velocity = {0.6 * v, 0.8 * v, -mu * mu * resists * g * h};  // as in previous steps
    for (int k = 1; k <= 40; ++k) {
      pile.advance(h);
      const Vec3 now = Vec3(0.6 * v, 0.8 * v, 0) + k * mu * g * h * against;
      EXPECT_LT((pile.bodies[1].velocity - now).head<2>().norm(), 1e-8);
      EXPECT_NEAR(pile.bodies[1].centre[2] - 0.1, mu * tangentialDualNorm(now[0], now[1], is_pyramid) * h, 1e-10);
      EXPECT_LT((pile.forceBetween(0, 1) - 2 * g * (Vec3::UnitZ() + mu * against)).norm(), 1e-5);
    }
  }
}

// Sticking contacts do not separate; in this case the law is Coulomb's law.
TEST_P(Convex, isCoulombsLawWhereAllSticks) {
  Pile pile = pushed(false, 0.98 * mu, 0.0);
  pile.law.is_convex = true;
  pile.advance(1e-3, 20);
  EXPECT_LT(pile.bodies[1].velocity.norm(), 1e-9);
  EXPECT_NEAR(pile.bodies[1].centre[2], 0.1, 1e-10);
}

TEST_P(Convex, isTheSameByEverySolver) {
  RigidContactLaw law{0.4};
  law.is_convex = true;
  expectTheSame(law, GetParam(), "accelerated-gradient");
  law.rolling = 0.004, law.spinning = 0.002;
  expectTheSame(law, GetParam(), "accelerated-gradient");
}

INSTANTIATE_TEST_SUITE_P(All, Convex, testing::ValuesIn(solvers(true)), nameOf);

}  // namespace
}  // namespace tenon::contact
