// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/dense.hpp"
#include "contact/ImpulseStep.hpp"

// Points coupled by an elastic chain, a floor and a ball: the impulses act on W instead of on
// masses.
namespace tenon::contact {
namespace {

using base::Vec3;

constexpr int num_points = 7;
constexpr double h = 0.01;
constexpr double floor_number = 1, ball_number = 2;

/// Returns A^-1 of points in a row with springs between neighbours, identical along each axis.
Eigen::MatrixXd inverseOfChain() {
  constexpr double mass = 0.5, stiffness = 4e4;
  Eigen::MatrixXd A = mass * Eigen::MatrixXd::Identity(num_points, num_points);
  for (int i = 0; i + 1 < num_points; ++i) {
    A(i, i) += h * h * stiffness, A(i + 1, i + 1) += h * h * stiffness;
    A(i, i + 1) -= h * h * stiffness, A(i + 1, i) -= h * h * stiffness;
  }
  return base::inverse(A);
}

/// Chain whose points are distributed cyclically or all owned by the last rank; counts its
/// evaluations.
class Chain : public DeformableBodies {
 public:
  Chain(const base::Communicator& comm, bool is_dealt) : comm_(comm) {
    for (int i = 0; i < num_points; ++i)
      if ((is_dealt ? i % comm.size() : comm.size() - 1) == comm.rank()) owned.push_back(i);
  }
  Eigen::MatrixXd responses(const std::vector<LocalIndex>& points) override {
    std::vector<int> mine;
    for (const LocalIndex point : points) mine.push_back(owned[static_cast<std::size_t>(point - first)]);
    const std::vector<int> all = comm_.gatherAll(mine);
    Eigen::MatrixXd rows(3 * mine.size(), 3 * all.size());
    for (std::size_t i = 0; i < mine.size(); ++i)
      for (std::size_t j = 0; j < all.size(); ++j)
        rows.block<3, 3>(3 * static_cast<Eigen::Index>(i), 3 * static_cast<Eigen::Index>(j)) =
            W(mine[i], all[j]) * base::Mat3::Identity();
    return rows;
  }

  std::vector<int> owned;
  LocalIndex first = 0;  // first point among the bodies of this rank
  const Eigen::MatrixXd W = inverseOfChain();

 private:
  base::Communicator comm_;
};

Vec3 freeVelocityOf(int point) {
  return {0.3, 0.02 * point, -0.5 - 0.1 * (point % 3)};
}

/// Velocities of the points and of the ball, [3 x (num_points + 1)], and impulses on the points,
/// replicated on all ranks.
struct Found {
  std::vector<double> velocity = std::vector<double>(3 * (num_points + 1), 0.0), impulse = velocity;
};

Found stepOf(const std::string& solver, bool is_dealt) {
  const base::Communicator comm = base::Communicator::world();
  Chain chain(comm, is_dealt);
  ContactModel touching;
  touching.shapes = {HalfSpace{Vec3::UnitZ()}, Sphere{0.3}, Sphere{0.0}};
  touching.rules.add({0.4});
  std::vector<RigidBody> owned;
  const auto add = [&](double number, int shape, const Vec3& centre, const Vec3& velocity, double mobility) {
    RigidBody body;
    body.number = static_cast<std::int64_t>(number);
    body.shape = shape;
    body.sides = Rules::sideOf(0, shape == 2);
    std::copy_n(centre.data(), 3, body.centre);
    for (int c = 0; c < 3; ++c) {
      body.rotation[4 * c] = 1.0;
      body.before[c] = body.free[c] = velocity[c];
      body.linear[c] = mobility;
      body.angular[4 * c] = shape == 1 ? 50.0 : 0.0;
    }
    body.point_size = shape == 2 ? 0.1 : 0.0;
    owned.push_back(body);
  };
  if (comm.isRoot()) add(floor_number, 0, Vec3::Zero(), Vec3::Zero(), 0.0);
  if (comm.rank() == comm.size() - 1) add(ball_number, 1, {0.3, 0.0, 0.304}, {0, 0, -2}, 1.5);
  chain.first = static_cast<LocalIndex>(owned.size());
  for (const int i : chain.owned) add(10 + i, 2, {0.1 * i, 0, 0.001}, freeVelocityOf(i), 1.0);

  ImpulseStep step(touching, {solver, {1e-11, 20000}});
  const ImpulseStep::Result result = step.advance(comm, owned, h, nullptr, &chain);
  EXPECT_TRUE(result.outcome.converged) << solver << " " << result.outcome.complementarity;
  EXPECT_GE(result.num_contacts, num_points + 2);
  Found found;
  for (std::size_t b = 0; b < owned.size(); ++b) {
    if (owned[b].shape == 0) continue;
    const std::size_t at = owned[b].shape == 1 ? num_points : static_cast<std::size_t>(owned[b].number) - 10;
    for (std::size_t c = 0; c < 3; ++c) {
      found.velocity[3 * at + c] = result.velocity[6 * b + c];
      found.impulse[3 * at + c] = result.impulse[6 * b + c];
    }
  }
  comm.sumInPlace(gsl::span<double>(found.velocity));
  comm.sumInPlace(gsl::span<double>(found.impulse));
  return found;
}

class DeformablePoints : public ::testing::TestWithParam<std::string> {};

TEST_P(DeformablePoints, coupledPointsMoveByEachOthersImpulses) {
  const Found found = stepOf(GetParam(), true);
  const Eigen::MatrixXd W = inverseOfChain();
  double pressed = 0.0;
  for (int i = 0; i < num_points; ++i) {
    Vec3 v = freeVelocityOf(i);
    for (int j = 0; j < num_points; ++j) v += W(i, j) * Vec3(found.impulse.data() + 3 * j);
    EXPECT_LT((v - Vec3(found.velocity.data() + 3 * i)).norm(), 1e-12) << i;
    EXPECT_GT(0.001 + h * v[2], -1e-9) << "above the floor " << i;
    pressed += found.impulse[3 * static_cast<std::size_t>(i) + 2];
  }
  EXPECT_GT(pressed, 1.0);
}

TEST_P(DeformablePoints, givesTheSameForAnySolver) {
  const Found expected = stepOf("gauss-seidel", false), found = stepOf(GetParam(), true);
  for (std::size_t i = 0; i < found.velocity.size(); ++i)
    EXPECT_NEAR(found.velocity[i], expected.velocity[i], 1e-7) << i;
}

INSTANTIATE_TEST_SUITE_P(All, DeformablePoints,
                         ::testing::Values("accelerated-gradient", "alternating-directions", "barzilai-borwein",
                                           "conjugate-gradient", "gauss-seidel", "jacobi", "newton"),
                         [](const auto& solver) {
                           std::string name = solver.param;
                           name.erase(std::remove(name.begin(), name.end(), '-'), name.end());
                           return name;
                         });

}  // namespace
}  // namespace tenon::contact
