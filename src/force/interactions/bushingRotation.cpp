// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "bushingRotation.hpp"

#include <cmath>

namespace tenon::force {

using base::Mat3;
using base::Vec3;
using la::skewMatrix;

RotationCoefficients rotationCoefficients(double angle) {
  constexpr double small = 0.1;
  const double x = angle * angle;
  if (angle < small)  // series in Bernoulli numbers: sum |B_2k| / (2k)! x^(k - 1)
    return {1.0 / 12 + x * (1.0 / 720 + x * (1.0 / 30240 + x * (1.0 / 1209600 + x / 47900160))),
            1.0 / 360 + x * (1.0 / 7560 + x * (1.0 / 201600 + x / 5987520))};
  const double half = 0.5 * angle, sine = std::sin(half), cotangent = std::cos(half) / sine;
  const double c = (1.0 - half * cotangent) / x;
  const double numerator = 0.5 * (half / (sine * sine) - cotangent);  // numerator of the derivative of 1 - t/2 cot(t/2)
  return {c, (numerator / x - 2.0 * c / angle) / angle};
}

Mat3 inverseTangent(const Vec3& theta, double sign) {
  const Mat3 W = skewMatrix(theta);
  return Mat3::Identity() + 0.5 * sign * W + rotationCoefficients(theta.norm()).c * W * W;
}

Mat3 slopeOfInverseTangent(const Vec3& theta, const Vec3& y, double sign) {
  const RotationCoefficients k = rotationCoefficients(theta.norm());
  const Vec3 once = theta.cross(y), twice = theta.cross(once);
  return -0.5 * sign * skewMatrix(y) - k.c * (skewMatrix(once) + skewMatrix(theta) * skewMatrix(y)) +
         k.slope * twice * theta.transpose();
}

}  // namespace tenon::force
