// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/la/layout/NodeFrame.hpp"

// Relative rotations are measured by the rotation vector theta of exp(theta). If T(theta) is the
// derivative of the exponential from the left, exp(theta + dtheta) = exp(T dtheta) exp(theta), the
// inverse of T is (Simo and Vu-Quoc, 1986)
//   T^-1 = 1 - [theta]/2 + c [theta]^2,   c = (1 - t/2 cot(t/2)) / t^2,   t = |theta|.
namespace tenon::force {

/// Coefficient c, and dc/dt / t.
struct RotationCoefficients {
  double c, slope;
};
/// Returns the coefficients for the angle t.
RotationCoefficients rotationCoefficients(double angle);

/// Returns T^-1 if `sign` is -1, its transpose if it is 1.
base::Mat3 inverseTangent(const base::Vec3& theta, double sign);

/// Returns the derivative of inverseTangent(theta, sign) y with respect to theta.
base::Mat3 slopeOfInverseTangent(const base::Vec3& theta, const base::Vec3& y, double sign);

}  // namespace tenon::force
