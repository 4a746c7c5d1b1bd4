#pragma once
#include "tenon/la/rotations.hpp"

// The rotation vector theta of exp(theta) as the measure of a relative rotation: with T(theta) the derivative of the
// exponential from the left, exp(theta + dtheta) = exp(T dtheta) exp(theta), its inverse is (Simo and Vu-Quoc, 1986)
//   T^-1 = 1 - [theta]/2 + c [theta]^2,   c = (1 - t/2 cot(t/2)) / t^2,   t = |theta|.
namespace tenon::force {

/// c, and its derivative by t over t.
struct RotationCoefficients {
  double c, slope;
};
RotationCoefficients rotationCoefficients(double angle);

/// T^-1 where `sign` is -1, its transpose where it is 1.
base::Mat3 inverseTangent(const base::Vec3& theta, double sign);

/// The derivative by theta of inverseTangent(theta, sign) y.
base::Mat3 slopeOfInverseTangent(const base::Vec3& theta, const base::Vec3& y, double sign);

}  // namespace tenon::force
