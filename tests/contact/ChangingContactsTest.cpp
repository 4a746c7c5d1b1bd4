// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numeric>

#include "Pile.hpp"

// Contacts that open and close.
namespace tenon::contact {
namespace {

using base::Vec3;

/// Returns a flag for each pair of bodies: true if a contact force acted in the last step. The
/// flags are replicated on all ranks.
/// @note Collective.
std::vector<int> pairsOf(Pile& pile) {
  const std::size_t count = pile.bodies.size();
  std::vector<int> pairs(count * count, 0);
  for (const ContactRecord& touch : pile.step().contactRecords())
    if (Vec3(touch.force).norm() > 0.0)
      pairs.at(static_cast<std::size_t>(touch.first - 1) * count + static_cast<std::size_t>(touch.second - 1)) = 1;
  pile.comm.sumInPlace(gsl::span<int>(pairs));
  return pairs;
}

// Balls between a floor and a ceiling. Each ball takes ten steps from one to the other and is one
// step behind its neighbour, so that the active contacts change in every step.
TEST(ChangingContacts, changeInEveryStep) {
  const double h = 1e-2, speed = 3.0;
  Pile pile;
  pile.law = {0.0, 1.0};
  pile.gravity.setZero();
  pile.bodies = {Pile::held(HalfSpace{Vec3::UnitZ()}), Pile::held(HalfSpace{-Vec3::UnitZ()}, {0, 0, 0.5})};
  for (int i = 0; i < 30; ++i) {
    pile.bodies.push_back(Pile::sphere(0.1, 1.0 + 0.1 * (i % 4), {0.25 * i, 0, 0.1 + h * speed * (i % 10 + 0.5)}));
    pile.bodies.back().velocity = {0, 0, -speed};
  }
  pile.parameters.limits = {1e-13, 100000};
  Pile expected = pile;
  expected.comm = base::Communicator::self();
  int changes = 0;
  std::vector<int> before(pile.bodies.size() * pile.bodies.size(), 0);
  for (int s = 0; s < 100; ++s) {
    pile.advance(h), expected.advance(h);
    const auto now = pairsOf(pile);
    EXPECT_EQ(now, pairsOf(expected)) << s;
    EXPECT_GT(std::accumulate(now.begin(), now.end(), 0), 0) << s;
    changes += now != before ? 1 : 0;
    before = now;
  }
  EXPECT_EQ(changes, 100);
  for (std::size_t i = 2; i < pile.bodies.size(); ++i) {
    EXPECT_LT((pile.bodies[i].velocity.cwiseAbs() - Vec3(0, 0, speed)).norm(), 1e-9) << i;
    EXPECT_LT((pile.bodies[i].centre - expected.bodies[i].centre).norm(), 1e-9) << i;
  }
  EXPECT_GE(pile.step().balance().num_redistributions, pile.comm.size() > 1 ? 1 : 0);
}

}  // namespace
}  // namespace tenon::contact
