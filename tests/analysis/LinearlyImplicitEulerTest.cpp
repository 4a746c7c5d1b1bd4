// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "PlaneBody.hpp"
#include "force/RestShapeSprings.hpp"

namespace tenon::analysis {
namespace {

using testing::PlaneBody;
using Vec2 = Eigen::RowVector2d;

/// Returns the plate at t = 0.4 after the given number of steps, on springs and, if it `swings`, on
/// a pin about which rods rotate it.
PlaneBody after(int steps, const std::string& stepper, bool swings) {
  PlaneBody plate;
  if (swings)
    plate.pin("a").pull({0, -9.81, 0}).makeRigid();
  else
    plate.move({1, 0.5, 0}, 2)
        .body()
        .forces.push_back(
            std::make_unique<force::RestShapeSprings>(force::RestShapeSprings::Data{3.0, ""}, plate.domain()));
  Transient::Data how;
  how.stepper = stepper;
  how.step = 0.4 / steps, how.end_time = 0.4;
  plate.run(how);
  return plate;
}

// One linearisation is exact for a linear system.
TEST(LinearlyImplicitEuler, IsImplicitEulerWhereAllIsLinear) {
  const PlaneBody::Matrix one = after(7, "linearly-implicit-euler", false).places();
  EXPECT_LE((one - after(7, "implicit-euler", false).places()).norm(), 1e-12);
}

TEST(LinearlyImplicitEuler, TendsToTheMotionOfAPendulumByFirstOrder) {
  const PlaneBody::Matrix exact = after(200, "generalised-alpha", true).places();
  const double coarse = (after(50, "linearly-implicit-euler", true).places() - exact).norm();
  const double fine = (after(100, "linearly-implicit-euler", true).places() - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine), 1, 0.2);
}

}  // namespace
}  // namespace tenon::analysis
