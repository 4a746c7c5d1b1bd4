// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "contact/coulombCone.hpp"
#include "everySolver.hpp"

// Projections onto the friction cone, and the solvers on problems with known solutions.
namespace tenon::contact {
namespace {

using base::Vec3;

void expectProjection(const Vec3& x, const Vec3& expected) {
  EXPECT_LT((projectOnCone(x, 0.5) - expected).norm(), 1e-14) << x.transpose();
}

TEST(CoulombCone, projectsToTheNearestPoint) {
  expectProjection({1, 3, 4}, {2.8, 0.84, 1.12});
  expectProjection({1, 0.6, 0.8}, {1.2, 0.36, 0.48});
  expectProjection({-0.3, 0.6, 0.8}, {0.16, 0.048, 0.064});
  expectProjection({-1, 0.6, 0.8}, {0, 0, 0});
  expectProjection({1, 0.3, 0.4}, {1, 0.3, 0.4});
}

// Moreau's theorem: x is the sum of its orthogonal projections on K and on the polar cone.
TEST(CoulombCone, leavesWhatLiesInThePolarCone) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    const double friction = std::abs(normal(random));
    const Vec3 x(normal(random), normal(random), normal(random)), p = projectOnCone(x, friction), rest = x - p;
    EXPECT_LE(std::hypot(p[1], p[2]), friction * p[0] + 1e-14);
    EXPECT_LE(rest[0] + friction * std::hypot(rest[1], rest[2]), 1e-14);
    EXPECT_NEAR(p.dot(rest), 0.0, 1e-13);
  }
}

TEST(CoulombCone, isAHalfLineWithoutFriction) {
  EXPECT_EQ(projectOnCone({2, 3, 4}, 0.0), Vec3(2, 0, 0));
  EXPECT_EQ(projectOnCone({-2, 3, 4}, 0.0), Vec3(0, 0, 0));
  EXPECT_EQ(projectOnCone({-2, 0, 0}, 0.0), Vec3(0, 0, 0));
}

TEST(FischerBurmeister, vanishesWhereComplementary) {
  const auto isRelatively = [](double value, double expected) {
    EXPECT_NEAR(value / expected, 1.0, 1e-13) << value << " instead of " << expected;
  };
  isRelatively(fischerBurmeister(3, 4), -2.0);
  isRelatively(fischerBurmeister(-1, -1), 3.4142135623730951);
  // Series: sqrt(1 + e^2) - 1 - e = -e + e^2 / 2 - e^4 / 8 ...
  isRelatively(fischerBurmeister(1e-8, 1), -1e-8 + 5e-17);
  isRelatively(fischerBurmeister(1, 1e-8), -1e-8 + 5e-17);
  isRelatively(fischerBurmeister(-1e-8, 1), 1e-8 + 5e-17);
  isRelatively(fischerBurmeister(3e200, 4e200), -2e200);
  EXPECT_EQ(fischerBurmeister(0, 7), 0.0);
  EXPECT_EQ(fischerBurmeister(0, 0), 0.0);
}

TEST(Frame, isRightHanded) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 50; ++i) {
    const Vec3 n = Vec3(normal(random), normal(random), normal(random)).normalized();
    const base::Mat3 E = frameOf(n);
    EXPECT_LT((E.transpose() * E - base::Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(E.determinant(), 1.0, 1e-14);
    EXPECT_EQ(E.col(0), n);
  }
  EXPECT_NEAR(frameOf(-Vec3::UnitZ()).determinant(), 1.0, 1e-15);
}

class Solvers : public ::testing::TestWithParam<const char*> {
 protected:
  Outcome solve(const ConeProblem& problem, Impulses& x, double tolerance = 1e-13) {
    return makeSolver(GetParam())->solve(problem, {tolerance, 100000}, x);
  }
};

/// Two frictionless contacts of free points, on the first rank: N = G M^-1 G^T.
struct TwoContacts {
  la::Layout layout{base::Communicator::world(), base::Communicator::world().isRoot() ? 3 : 0, {}};
  la::Halo halo{layout};
  ConeProblem problem{layout, halo};

  /// Creates the problem: bodies 1 and 2 push body 0, N = [[m0 + m1, m0], [m0, m0 + m2]] with
  /// inverse masses m.
  TwoContacts(double m0, double m1, double m2, double q1, double q2) {
    if (!base::Communicator::world().isRoot()) return;
    for (const double m : {m0, m1, m2}) problem.mobility.push_back({Vec3::Constant(m), base::Mat3::Zero()});
    problem.free.assign(18, 0.0);
    for (const LocalIndex b : {1, 2}) {
      Contact contact{b, 0, base::Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
      contact.bias = b == 1 ? q1 : q2;
      problem.contacts.push_back(contact);
    }
  }
};

// Linear complementarity problem w = M z + q, M = [[2, 1], [1, 2]], q = (-5, -6).
TEST_P(Solvers, solveALinearComplementarityProblem) {
  const TwoContacts two(1, 1, 1, -5, -6);
  Impulses z = Impulses::Zero(two.problem.numImpulses());
  const Outcome outcome = solve(two.problem, z);
  EXPECT_TRUE(outcome.converged);
  if (z.size() == 0) return;
  EXPECT_NEAR(z[0], 4.0 / 3.0, 1e-12);
  EXPECT_NEAR(z[3], 7.0 / 3.0, 1e-12);
}

// Jacobi's method treats identical contacts identically: all of them use the velocities of the
// previous sweep.
TEST(Jacobi, hasNoOrder) {
  const TwoContacts two(1, 1, 1, -5, -5);
  Impulses z = Impulses::Zero(two.problem.numImpulses()), one_by_one = z;
  makeSolver("jacobi")->solve(two.problem, {1e-300, 8}, z);
  makeSolver("gauss-seidel")->solve(two.problem, {1e-300, 8}, one_by_one);
  if (z.size() == 0) return;
  EXPECT_EQ(z[0], z[3]);
  EXPECT_NE(one_by_one[0], one_by_one[3]);
}

// N = [[2, 1.9], [1.9, 2]]: the error of Gauss-Seidel is reduced by 0.9 per sweep, that of optimal
// relaxation by 0.52 (Young).
TEST(GaussSeidel, isQuickerWithRelaxation) {
  const TwoContacts two(1.9, 0.1, 0.1, -5, -5.1);
  const auto iterations = [&](double relaxation) {
    Impulses z = Impulses::Zero(two.problem.numImpulses());
    const Outcome outcome = makeSolver("gauss-seidel")->solve(two.problem, {1e-12, 10000, relaxation}, z);
    EXPECT_TRUE(outcome.converged);
    if (z.size() > 0) {
      EXPECT_NEAR(z[0], 0.31 / 0.39, 1e-10);
      EXPECT_NEAR(z[3], 0.70 / 0.39, 1e-10);
    }
    return outcome.iterations;
  };
  EXPECT_LT(iterations(1.5), iterations(1.0) / 2);
}

// q = (-1, 1): the second contact opens.
TEST_P(Solvers, letAContactOpen) {
  const TwoContacts two(1, 1, 1, -1, 1);
  Impulses z = Impulses::Zero(two.problem.numImpulses());
  solve(two.problem, z);
  if (z.size() == 0) return;
  EXPECT_NEAR(z[0], 0.5, 1e-12);
  EXPECT_EQ(z[3], 0.0);
}

// Infeasible problem: only body 0 can move and is pushed from both sides. w1 = z1 - z2 - 1 and w2 =
// -z1 + z2 - 1 are never both positive.
TEST_P(Solvers, reportInfeasibleProblems) {
  TwoContacts two(1, 0, 0, -1, -1);
  if (!two.problem.contacts.empty()) two.problem.contacts[1].frame = -base::Mat3::Identity();
  Impulses z = Impulses::Zero(two.problem.numImpulses());
  const Outcome outcome = makeSolver(GetParam())->solve(two.problem, {1e-8, 200}, z);
  EXPECT_FALSE(outcome.converged);
  EXPECT_GT(outcome.complementarity, 1e-8);
  EXPECT_GE(outcome.iterations, 200);
}

// The solvers terminate for initial impulses or velocities whose products are infinite or NaN.
TEST_P(Solvers, terminateOnOverflow) {
  for (const double impulse : {1.0, 1e160, 1e300, std::numeric_limits<double>::infinity()})
    for (const double velocity : {-1.0, -1e160, -1e300}) {
      const TwoContacts two(1, 1, 1, velocity, -1);
      Impulses z = Impulses::Constant(two.problem.numImpulses(), impulse);
      const Outcome outcome = makeSolver(GetParam())->solve(two.problem, {1e-8, 200}, z);
      EXPECT_LE(outcome.iterations, 1000) << impulse << ", " << velocity;
    }
}

/// A point of mass 1 on a plane, in the frame of the plane, with velocity v before gravity and
/// contact.
struct OnPlane {
  la::Layout layout{base::Communicator::world(), base::Communicator::world().isRoot() ? 2 : 0, {}};
  la::Halo halo{layout};
  ConeProblem problem{layout, halo};

  OnPlane(const Vec3& v, double friction) {
    if (!base::Communicator::world().isRoot()) return;
    problem.mobility = {{Vec3::Zero(), base::Mat3::Zero()}, {Vec3::Ones(), base::Mat3::Zero()}};
    problem.free.assign(12, 0.0);
    std::copy_n(v.data(), 3, problem.free.begin() + 6);
    Contact contact{0, 1, base::Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};
    contact.friction = friction;
    problem.contacts.push_back(contact);
  }
};

// A sliding point is decelerated by mu times its normal impulse and does not separate.
TEST_P(Solvers, obeyCoulomb) {
  const OnPlane slides({-2, 3, 4}, 0.5), sticks({-2, 0.3, 0.4}, 0.5);
  Impulses x = Impulses::Zero(slides.problem.numImpulses()), y = x;
  solve(slides.problem, x);
  solve(sticks.problem, y);
  if (x.size() == 0) return;
  EXPECT_LT((x - Vec3(2, -0.6, -0.8)).norm(), 1e-11) << x.transpose();
  EXPECT_LT((y - Vec3(2, -0.3, -0.4)).norm(), 1e-11) << y.transpose();
}

// An equality row couples two bodies, which share an applied impulse.
TEST_P(Solvers, satisfyRows) {
  la::Layout layout(base::Communicator::world(), base::Communicator::world().isRoot() ? 2 : 0, {});
  const la::Halo halo(layout);
  ConeProblem problem{layout, halo};
  if (base::Communicator::world().isRoot()) {
    problem.mobility = {{Vec3::Constant(1.0), base::Mat3::Identity()}, {Vec3::Constant(0.25), base::Mat3::Identity()}};
    problem.free.assign(12, 0.0);
    problem.free[0] = 10.0;
    base::Vec6 row = base::Vec6::Zero();
    row[0] = 1.0;
    problem.rows.push_back({{{0, row}, {1, -row}}, 0.5});  // v_a - v_b + 0.5 = 0
  }
  Impulses x = Impulses::Zero(problem.numImpulses());
  solve(problem, x);
  if (x.size() == 0) return;
  EXPECT_NEAR(x[0], -10.5 / 1.25, 1e-11);
}

// A unilateral row, x_a + 0.5 >= 0, pushes but never pulls: it stops a velocity of -2 and leaves a
// velocity of 2 unchanged.
TEST_P(Solvers, satisfyBounds) {
  la::Layout layout(base::Communicator::world(), base::Communicator::world().isRoot() ? 2 : 0, {});
  const la::Halo halo(layout);
  ConeProblem problem{layout, halo};
  if (base::Communicator::world().isRoot()) {
    problem.mobility.assign(2, {Vec3::Constant(0.25), base::Mat3::Identity()});
    problem.free.assign(12, 0.0);
    problem.free[0] = -2.0, problem.free[6] = 2.0;
    for (const LocalIndex body : {0, 1}) problem.rows.push_back({{{body, base::Vec6::Unit(0)}}, 0.5, true});
  }
  Impulses x = Impulses::Constant(problem.numImpulses(), 3.0);
  const Outcome outcome = solve(problem, x);
  EXPECT_TRUE(outcome.converged);
  if (x.size() == 0) return;
  EXPECT_NEAR(x[0], 1.5 / 0.25, 1e-11);
  EXPECT_EQ(x[1], 0.0);
}

INSTANTIATE_TEST_SUITE_P(All, Solvers,
                         ::testing::Values("accelerated-gradient", "alternating-directions", "barzilai-borwein",
                                           "conjugate-gradient", "gauss-seidel", "jacobi", "newton"),
                         [](const auto& solver) {
                           std::string name = solver.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

}  // namespace
}  // namespace tenon::contact
