// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/NodeFrame.hpp"

#include <gtest/gtest.h>

namespace tenon::la {
namespace {

/// Compares the quaternions with those of Eigen: beyond the range of the power series (|theta|^2 >
/// 10), for full rotations, and for very small angles.
TEST(Rotations, AgreeWithEigenAtAnyAngle) {
  const base::Vec3 axis = base::Vec3(0.3, -0.8, 0.5).normalized();
  for (const double angle : {0.0, 1e-12, 1e-5, 0.1, 1.0, 3.0, 3.1622, 3.1623, 3.2, 6.3, 20.0}) {
    const Eigen::Quaterniond expected(Eigen::AngleAxisd(angle, axis)), found = quaternionOf(angle * axis);
    EXPECT_LT((found.coeffs() - expected.coeffs()).norm(), 4e-16 * (1 + angle)) << angle;
    EXPECT_NEAR(found.norm(), 1.0, 4e-16) << angle;
  }
}

TEST(Rotations, SmallRotationsKeepTheirDigits) {
  const base::Vec3 theta(3e-9, -4e-9, 1e-9);
  const Eigen::Vector3d half = quaternionOf(theta).vec();
  EXPECT_LT((2 * half - theta).norm(), 1e-15 * theta.norm());
}

}  // namespace
}  // namespace tenon::la
