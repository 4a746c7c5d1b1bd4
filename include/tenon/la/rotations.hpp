#pragma once
#include <Eigen/Geometry>

#include "tenon/base/algebra.hpp"

// Rotations in space as rotation vectors theta, of any length, through unit quaternions: R = exp(theta).
namespace tenon::la {

/// The unit quaternion of exp(theta).
Eigen::Quaterniond quaternionOf(const base::Vec3& theta);
/// theta with |theta| <= pi.
base::Vec3 rotationVectorOf(const Eigen::Quaterniond& rotation);

/// theta of exp(increment) exp(theta).
base::Vec3 composed(const base::Vec3& increment, const base::Vec3& theta);
/// The increment with exp(increment) exp(from) = exp(to).
base::Vec3 rotationBetween(const base::Vec3& from, const base::Vec3& to);

/// The matrix of w x.
inline base::Mat3 cross(const base::Vec3& w) {
  base::Mat3 matrix;
  matrix << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
  return matrix;
}

}  // namespace tenon::la
