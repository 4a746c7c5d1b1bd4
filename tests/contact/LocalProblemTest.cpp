// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/localProblem.hpp"

#include <gtest/gtest.h>

#include <random>

#include "contact/LocalProblems.hpp"
#include "contact/coulombCone.hpp"

// Single contact: its impulse is verified by the contact law, independently of the solution method.
namespace tenon::contact {
namespace {

using base::Mat2;
using base::Mat3;
using base::Vec2;
using base::Vec3;

class LocalProblemTest : public testing::Test {
 protected:
  double number() { return normal_(random_); }
  Vec3 vector() { return {number(), number(), number()}; }

  /// Returns a symmetric positive definite block; bodies may be up to a thousand times lighter than
  /// others.
  Mat3 block() {
    Mat3 B;
    for (int i = 0; i < 9; ++i) B.data()[i] = number();
    return std::pow(10.0, 3.0 * number()) * (B * B.transpose() + 0.01 * Mat3::Identity());
  }

 private:
  std::mt19937 random_{7};
  std::normal_distribution<double> normal_;
};

TEST_F(LocalProblemTest, solvesCoulombsLaw) {
  int open = 0, sticks = 0, slides = 0;
  for (int i = 0; i < 5000; ++i) {
    const double friction = i % 5 == 0 ? 0.0 : std::abs(0.5 * number());
    const LocalProblem local(block());
    const Vec3 q = vector(), gamma = local.solve(q, friction), u = local.W() * gamma + q;
    const double size = std::max(gamma.norm(), (local.W().inverse() * q).norm());
    EXPECT_LE(lawResidual(gamma, augmented(u, friction), friction, local.W().trace()), 1e-10 * size)
        << "W =\n"
        << local.W() << "\nq = " << q.transpose() << ", friction " << friction;
    const bool is_open = gamma[0] == 0.0, at_limit = gamma.tail<2>().norm() > friction * gamma[0] * (1 - 1e-9);
    ++(is_open ? open : at_limit ? slides : sticks);
  }
  EXPECT_GT(open, 1000);
  EXPECT_GT(sticks, 100);
  EXPECT_GT(slides, 1000);
}

TEST_F(LocalProblemTest, respectsTheLowerBound) {
  int at_least = 0;
  for (int i = 0; i < 2000; ++i) {
    const double friction = std::abs(0.5 * number()), least = i % 3 == 0 ? 0.0 : std::abs(number());
    const LocalProblem local(block());
    const double unit = local.W().trace();
    const Vec3 q = unit * vector(), gamma = local.solve(q, friction, least), u = local.W() * gamma + q;
    EXPECT_GE(gamma[0], least);
    // At the minimum normal impulse the remaining problem is friction with a given normal force.
    const bool is_least = gamma[0] == least && least > 0.0;
    const Vec3 velocity = is_least ? u : augmented(u, friction);
    if (is_least) {
      ++at_least;
      EXPECT_GE(u[0], -1e-9 * unit);
      const Vec2 t = gamma.tail<2>(), moved = t - u.tail<2>() / unit;
      const double most = friction * least;
      EXPECT_LE((t - (moved.norm() > most ? Vec2(most / moved.norm() * moved) : moved)).norm(), 1e-9);
    } else {
      EXPECT_LE(lawResidual(gamma, velocity, friction, unit, least), 1e-9 * (1.0 + gamma.norm()));
    }
  }
  EXPECT_GT(at_least, 100);
}

// Open, sticking and sliding contacts, some with a minimum impulse, in one set of lanes.
TEST_F(LocalProblemTest, givesTheSameSideBySide) {
  int slides = 0, at_least = 0;
  for (int i = 0; i < 1000; ++i) {
    LocalProblems problems;
    std::vector<LocalProblem> alone;
    Lanes3 q{};
    Lane friction{}, least{};
    for (int lane = 0; lane < num_lanes; ++lane) {
      const Mat3 W = block();
      friction[lane] = lane % 5 == 0 ? 0.0 : std::abs(0.5 * number());
      least[lane] = i % 2 == 0 || lane % 3 == 0 ? 0.0 : std::abs(number()) / W.trace();
      problems.set(lane, W, least[lane], lane % 4 == 0 ? 0.5 * W(0, 0) : 0.0);  // compliance as a fraction of W
      alone.emplace_back(W);
      const Vec3 velocity = vector();
      for (int k = 0; k < 3; ++k) q[static_cast<std::size_t>(k)][lane] = velocity[k];
    }
    const Lanes3 found = problems.solve(q, friction, least);
    for (int lane = 0; lane < num_lanes; ++lane) {
      const LocalProblem& one = alone[static_cast<std::size_t>(lane)];
      const Vec3 velocity(q[0][lane], q[1][lane], q[2][lane]), gamma(found[0][lane], found[1][lane], found[2][lane]),
          expected = one.solve(velocity, friction[lane], least[lane]);
      const double size = std::max(expected.norm(), (one.W().inverse() * velocity).norm());
      EXPECT_LE((gamma - expected).norm(), 1e-9 * size) << expected.transpose() << "; " << gamma.transpose();
      EXPECT_GE(gamma[0], least[lane]);
      at_least += least[lane] > 0.0 && gamma[0] == least[lane] ? 1 : 0;
      slides += gamma[0] > least[lane] && gamma.tail<2>().norm() > friction[lane] * gamma[0] * (1 - 1e-9) ? 1 : 0;
    }
  }
  EXPECT_GT(at_least, 100);
  EXPECT_GT(slides, 1000);
}

// S = diag(1, 4) and r = (-3, -8): without the limit t = (3, 2), of length sqrt(13).
TEST(SlidingProblem, hasAClosedForm) {
  const SlidingProblem problem(Vec2(1, 4).asDiagonal(), 0.0);
  EXPECT_LT((problem.solve({-3, -8}, 4.0) - Vec2(3, 2)).norm(), 1e-14);
  EXPECT_EQ(problem.solve({-3, -8}, 0.0), Vec2::Zero());
  // Solution for kappa = 1: t = (3/2, 8/5).
  const Vec2 cut(1.5, 1.6);
  EXPECT_LT((problem.solve({-3, -8}, cut.norm()) - cut).norm(), 1e-12);
  const Vec2 slope(0.1, -0.2);
  EXPECT_LT((problem.solve({-3, -8}, cut.norm() - slope.dot(cut), slope) - cut).norm(), 1e-12);
}

TEST(SlidingProblem, handlesImmobileBodies) {
  const SlidingProblem problem(Mat2::Zero(), 1e-12);
  EXPECT_LT((problem.solve({3, -4}, 10.0) - Vec2(-6, 8)).norm(), 1e-11);
}

TEST_F(LocalProblemTest, resistsRollingUpToItsLimits) {
  for (int i = 0; i < 500; ++i) {
    const LocalRollingProblem local(block());
    const Vec3 q = vector();
    const double most_spinning = std::abs(number()) / local.W().trace(),
                 most_rolling = std::abs(number()) / local.W().trace();
    Vec3 tau = Vec3::Zero();
    for (int sweep = 0; sweep < 2000; ++sweep) tau = local.solve(q, tau, most_spinning, most_rolling);
    const Vec3 w = local.W() * tau + q, moved = tau - w / local.W().trace();
    const double size = (most_spinning + most_rolling) * 1e-9;
    EXPECT_NEAR(tau[0], std::clamp(moved[0], -most_spinning, most_spinning), size);
    const double length = moved.tail<2>().norm();
    const Vec2 within = length > most_rolling ? Vec2(most_rolling / length * moved.tail<2>()) : Vec2(moved.tail<2>());
    EXPECT_LE((tau.tail<2>() - within).norm(), size);
  }
}

}  // namespace
}  // namespace tenon::contact
