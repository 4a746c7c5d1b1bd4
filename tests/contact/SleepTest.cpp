#include <gtest/gtest.h>

#include "Pile.hpp"

// Bodies at rest that sleep, beside the same ones that do not.
namespace tenon::contact {
namespace {

using base::Vec3;

const Shape floor_of_pile = HalfSpace{Vec3::UnitZ()};
constexpr double h = 0.002;

/// Stacks of cubes of the edge 0.2 and the mass 2, stacks 1 apart along x, on a floor, which body 0 is.
Pile stacks(int count, int height, double unit = 1.0) {
  Pile pile;
  pile.gravity *= unit;
  pile.law.friction = 0.4;
  pile.sleep = {0.01 * unit, 0.05};
  pile.parameters.solver = "accelerated-gradient";
  pile.bodies = {Pile::held(floor_of_pile)};
  for (int s = 0; s < count; ++s)
    for (int k = 0; k < height; ++k)
      pile.bodies.push_back(Pile::cube(0.2 * unit, 2.0, unit * Vec3(s, 0.01 * k, 0.1 + 0.2 * k)));
  return pile;
}

/// Of body i on body 0, all together.
Vec3 forceOnFloor(Pile& pile) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t b = 1; b < pile.bodies.size(); ++b) sum += pile.forceBetween(b, 0);
  return sum;
}

TEST(Asleep, carriesAsAwake) {
  for (const double unit : {1e-6, 1.0, 1e3}) {
    Pile pile = stacks(2, 3, unit), awake = stacks(2, 3, unit);
    awake.sleep = {};
    pile.advance(h, 60);
    awake.advance(h, 60);
    EXPECT_EQ(pile.last.num_asleep, 6);
    EXPECT_EQ(pile.last.num_contacts, awake.last.num_contacts);
    EXPECT_EQ(pile.kineticEnergy(), 0.0);
    for (std::size_t b = 1; b < pile.bodies.size(); ++b) {
      EXPECT_LT((pile.bodies[b].centre - awake.bodies[b].centre).norm(), 1e-8 * unit);
      EXPECT_LT((pile.forceBetween(b, b - 1) - awake.forceBetween(b, b - 1)).norm(), 1e-6 * 6 * 9.81 * unit);
    }
    EXPECT_LT((forceOnFloor(pile) - 12.0 * pile.gravity).norm(), 1e-6 * 12 * 9.81 * unit);
    EXPECT_EQ(pile.comm.any(pile.last.outcome.iterations > 0), false);
  }
}

}  // namespace
}  // namespace tenon::contact
