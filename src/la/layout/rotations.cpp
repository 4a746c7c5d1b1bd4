#include "tenon/la/rotations.hpp"

#include <cmath>

namespace tenon::la {
namespace {

/// sin(x / 2) / x.
double halfSine(double x) {
  return x < 1e-4 ? 0.5 - x * x / 48 : std::sin(0.5 * x) / x;
}

}  // namespace

Eigen::Quaterniond quaternionOf(const base::Vec3& theta) {
  const double angle = theta.norm();
  Eigen::Quaterniond rotation;
  rotation.w() = std::cos(0.5 * angle);
  rotation.vec() = halfSine(angle) * theta;
  return rotation;
}

// Of the two quaternions of a rotation the one of the shorter way round.
base::Vec3 rotationVectorOf(const Eigen::Quaterniond& rotation) {
  const double sign = rotation.w() < 0.0 ? -1.0 : 1.0, sine = rotation.vec().norm(), cosine = sign * rotation.w();
  const double share =
      sine < 1e-4 ? 2.0 / cosine * (1 - sine * sine / (3 * cosine * cosine)) : 2.0 * std::atan2(sine, cosine) / sine;
  return sign * share * rotation.vec();
}

base::Vec3 composed(const base::Vec3& increment, const base::Vec3& theta) {
  return rotationVectorOf(quaternionOf(increment) * quaternionOf(theta));
}

base::Vec3 rotationBetween(const base::Vec3& from, const base::Vec3& to) {
  return rotationVectorOf(quaternionOf(to) * quaternionOf(from).conjugate());
}

}  // namespace tenon::la
