// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Geometry>

#include "tenon/base/algebra.hpp"

// Three-dimensional rotations. A rotation R = exp(theta) is represented by its rotation vector
// theta, which may have any length. Unit quaternions are used in computations.
namespace tenon::la {

/// Returns the unit quaternion of exp(theta), where theta is in radians.
Eigen::Quaterniond quaternionOf(const base::Vec3& theta);
/// Returns the rotation vector theta of a unit quaternion. Its length |theta| is in radians and at
/// most pi.
base::Vec3 rotationVectorOf(const Eigen::Quaterniond& rotation);

/// Returns the rotation vector of exp(increment) exp(theta). The length of this vector is at most
/// pi.
base::Vec3 composeRotations(const base::Vec3& increment, const base::Vec3& theta);
/// Returns the rotation vector `increment` with exp(increment) exp(from) = exp(to) and length at
/// most pi.
base::Vec3 rotationBetween(const base::Vec3& from, const base::Vec3& to);

/// Returns the skew-symmetric matrix W of the cross product, W a = w x a.
inline base::Mat3 skewMatrix(const base::Vec3& w) {
  base::Mat3 matrix;
  matrix << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return matrix;
}

}  // namespace tenon::la
