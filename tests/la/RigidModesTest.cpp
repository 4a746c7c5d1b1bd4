// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "la/matrices/rigidModes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <vector>

#include "la/arrays.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::la {
namespace {

using base::Vec3;

/// Returns a state whose nodes are distributed cyclically over the ranks.
std::unique_ptr<State> stateOf(NodeKind kind, int block, const std::vector<Vec3>& places) {
  const auto world = base::Communicator::world();
  std::vector<double> rest;
  LocalIndex owned = 0;
  for (auto node = static_cast<std::size_t>(world.rank()); node < places.size();
       node += static_cast<std::size_t>(world.size()), ++owned) {
    const std::vector<double> with_rotation{places[node][0], places[node][1], places[node][2], 0.3, -2.0, 1.0};
    const std::vector<double> in_plane{places[node][0], places[node][1], 0.7};
    const std::vector<double>& all = kind == NodeKind::frames && block == 3 ? in_plane : with_rotation;
    rest.insert(rest.end(), all.begin(), all.begin() + block);
  }
  const std::vector<base::GlobalIndex> no_ghosts;
  return std::make_unique<State>("nodes", std::make_shared<Layout>(world, owned, no_ghosts), kind, block, rest);
}

std::vector<Vec3> grid(const Vec3& origin) {
  std::vector<Vec3> places;
  for (int node = 0; node < 60; ++node)
    places.emplace_back(origin + 0.25 * Vec3(node % 3, node / 3 % 4, node / 12));  // NOLINT: whole numbers
  return places;
}

/// Returns the owned entries of the modes as columns.
Eigen::MatrixXd columnsOf(MatNullSpace modes, Eigen::Index rows) {
  const auto vectors = vectorsOf(modes);
  Eigen::MatrixXd columns(rows, static_cast<Eigen::Index>(vectors.size()));
  for (std::size_t m = 0; m < vectors.size(); ++m) {
    const std::vector<double> entries = entriesOf(vectors[m]);
    columns.col(static_cast<Eigen::Index>(m)) = Eigen::Map<const Eigen::VectorXd>(entries.data(), rows);
  }
  return columns;
}

/// Returns a^T b, summed over all ranks. @note Collective.
Eigen::MatrixXd product(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::MatrixXd sum = a.transpose() * b;
  base::Communicator::world().sumInPlace(gsl::span<double>(sum.data(), static_cast<std::size_t>(sum.size())));
  return sum;
}

TEST(RigidModes, AreTheSameFarFromTheOrigin) {
  const auto near = stateOf(NodeKind::points, 3, grid({0, 0, 0})),
             far = stateOf(NodeKind::points, 3, grid({4e6, -3e6, 1e3}));
  const Eigen::Index rows = 3 * near->layout().numOwned();
  const Eigen::MatrixXd expected = columnsOf(rigidModes(CombinedLayout({near.get()})).get(), rows),
                        found = columnsOf(rigidModes(CombinedLayout({far.get()})).get(), rows);
  ASSERT_EQ(expected.cols(), 6);
  ASSERT_EQ(found.cols(), 6);
  if (rows > 0) {
    EXPECT_LE((found - expected).cwiseAbs().maxCoeff(), 1e-14);
  }
}

/// Returns the rigid-body motion [t; 0] + [w x (x - about); w] of the owned nodes of a state.
Eigen::VectorXd motionOf(const State& state, const Vec3& t, const Vec3& w, const Vec3& about) {
  Eigen::VectorXd motion(state.layout().numOwned() * state.block());
  for (LocalIndex node = 0; node < state.layout().numOwned(); ++node) {
    const double* x = state.reference().data() + node * state.block();
    const Vec3 u = t + w.cross(Vec3(x[0], x[1], state.dimension() == 3 ? x[2] : 0.0) - about);
    Eigen::VectorXd of_node(6);
    of_node << u, w;
    if (state.dimension() == 2) of_node = Vec3(u[0], u[1], w[2]);
    motion.segment(node * state.block(), state.block()) = of_node.head(state.block());
  }
  return motion;
}

/// Returns the motions of the states as rows of the layout. Unused rows are 0.
Eigen::VectorXd inRows(const CombinedLayout& layout, const std::vector<Eigen::VectorXd>& motions) {
  Eigen::VectorXd rows = Eigen::VectorXd::Zero(layout.layout().numOwned() * layout.block());
  for (std::size_t s = 0; s < motions.size(); ++s)
    layout.toRows(s, motions[s].data(), rows.data() + layout.firstOwned(s) * layout.block());
  return rows;
}

// Points and frames in one layout, at any distance from the origin and in any unit. Verifies that
// the modes span exactly the rigid-body motions.
TEST(RigidModes, RotateFramesWithPoints) {
  for (const double unit : {1.0, 1e6, 1e-6})
    for (const Vec3& origin : {Vec3(0, 0, 0), Vec3(4e6, -3e6, 1e3)}) {
      std::vector<Vec3> places = grid(origin), bodies{origin + Vec3(2, 0, 0), origin + Vec3(0, 3, 1)};
      for (auto* list : {&places, &bodies})
        for (Vec3& x : *list) x *= unit;
      const auto points = stateOf(NodeKind::points, 3, places), frames = stateOf(NodeKind::frames, 6, bodies);
      const CombinedLayout layout({points.get(), frames.get()});
      const NullSpace modes = rigidModes(layout);
      const Eigen::Index rows = layout.numOwnedRows(0) * 3 + layout.numOwnedRows(1) * 3;
      const Eigen::MatrixXd R = columnsOf(modes.get(), rows);
      ASSERT_EQ(R.cols(), 6);
      EXPECT_LE((product(R, R) - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-13);
      for (const auto& [t, w] : {std::pair(Vec3(1, 2, -1), Vec3(0, 0, 0)), {Vec3(0, 0, 0), Vec3(0.3, -1, 2)}}) {
        Eigen::VectorXd motion(rows);
        motion << motionOf(*points, unit * t, w, unit * origin), motionOf(*frames, unit * t, w, unit * origin);
        const Eigen::VectorXd left = motion - R * product(R, motion);
        EXPECT_LE(std::sqrt(product(left, left)(0, 0)), 1e-13 * std::sqrt(product(motion, motion)(0, 0)))
            << unit << " " << origin.transpose() << " " << w.transpose();
      }
      // Restriction of the modes to the frames.
      const NullSpace part = rigidModesOf(modes.get(), 3 * layout.numOwnedRows(0), 3 * layout.numOwnedRows(1), 3);
      const Eigen::MatrixXd P = columnsOf(part.get(), 3 * layout.numOwnedRows(1));
      ASSERT_EQ(P.cols(), 6);
      const Eigen::VectorXd turned = motionOf(*frames, {0, 0, 0}, {0.3, -1, 2}, unit * origin);
      const Eigen::VectorXd left = turned - P * product(P, turned);
      EXPECT_LE(std::sqrt(product(left, left)(0, 0)), 1e-9 * std::sqrt(product(turned, turned)(0, 0)));
    }
}

TEST(RigidModes, OfAPlaneAreThree) {
  const auto points = stateOf(NodeKind::points, 2, {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}});
  const auto frames = stateOf(NodeKind::frames, 3, {{3, 1, 0}, {4, 1, 0}});
  const auto scalars = stateOf(NodeKind::scalars, 1, {{7, 0, 0}, {9, 0, 0}, {1, 0, 0}});
  const CombinedLayout layout({points.get(), frames.get(), scalars.get()});
  const NullSpace modes = rigidModes(layout);
  const Eigen::VectorXd motion = inRows(
      layout, {motionOf(*points, {1, -2, 0}, {0, 0, 3}, {0, 0, 0}), motionOf(*frames, {1, -2, 0}, {0, 0, 3}, {0, 0, 0}),
               Eigen::VectorXd::Zero(scalars->layout().numOwned())});
  const Eigen::MatrixXd R = columnsOf(modes.get(), motion.size());
  ASSERT_EQ(R.cols(), 3);
  const Eigen::VectorXd left = motion - R * product(R, motion);
  EXPECT_LE(product(left, left)(0, 0), 1e-26 * product(motion, motion)(0, 0));
  EXPECT_FALSE(rigidModes(CombinedLayout({scalars.get()})));
}

TEST(RigidModes, OmitTheRotationAboutAStraightLine) {
  const auto line = stateOf(NodeKind::points, 3, {{1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {7, 7, 7}});
  EXPECT_EQ(vectorsOf(rigidModes(CombinedLayout({line.get()})).get()).size(), 5U);
  const auto body = stateOf(NodeKind::frames, 6, {{1, 1, 1}});
  EXPECT_EQ(vectorsOf(rigidModes(CombinedLayout({body.get()})).get()).size(), 6U);
}

}  // namespace
}  // namespace tenon::la
