// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/la/layout/NodeFrame.hpp"

#include <array>
#include <cmath>

namespace tenon::la {
namespace {

constexpr double longest_by_series = 10.0;  // limit of |theta|^2, slightly more than pi^2

/// Returns the coefficients (-1)^k / (2 k + first)! of a power series in y. The remainder is below
/// round-off for y <= 2.5.
constexpr int num_terms = 12;
constexpr std::array<double, num_terms> seriesFrom(int first) {
  std::array<double, num_terms> terms{};
  double term = 1.0;
  for (int k = 0, n = first; k < num_terms; ++k) {
    terms[static_cast<std::size_t>(k)] = term;
    term /= -static_cast<double>((n + 1) * (n + 2));
    n += 2;
  }
  return terms;
}
constexpr std::array<double, num_terms> of_cosine = seriesFrom(0), of_sine = seriesFrom(1);

/// Values of cos(sqrt(y)) and sin(sqrt(y)) / sqrt(y), computed together by Horner's rule without
/// branches and square roots.
struct HalfAngle {
  double cosine = of_cosine.back(), sine = of_sine.back();
  explicit HalfAngle(double y) {
    for (std::size_t k = num_terms - 1; k-- > 0;) {
      cosine = of_cosine[k] + y * cosine;
      sine = of_sine[k] + y * sine;
    }
  }
};

}  // namespace

Eigen::Quaterniond quaternionOf(const base::Vec3& theta) {
  const double square = theta.squaredNorm();
  Eigen::Quaterniond rotation;
  if (square < longest_by_series) {
    const HalfAngle half(0.25 * square);
    rotation.w() = half.cosine;
    rotation.vec() = 0.5 * half.sine * theta;
  } else {
    const double angle = std::sqrt(square);
    rotation.w() = std::cos(0.5 * angle);
    rotation.vec() = std::sin(0.5 * angle) / angle * theta;
  }
  return rotation;
}

// Selects the quaternion with the smaller angle of the two that represent a rotation.
base::Vec3 rotationVectorOf(const Eigen::Quaterniond& rotation) {
  const double sign = rotation.w() < 0.0 ? -1.0 : 1.0, sine = rotation.vec().norm(), cosine = sign * rotation.w();
  const double share =
      sine < 1e-4 ? 2.0 / cosine * (1 - sine * sine / (3 * cosine * cosine)) : 2.0 * std::atan2(sine, cosine) / sine;
  return sign * share * rotation.vec();
}

base::Vec3 composeRotations(const base::Vec3& increment, const base::Vec3& theta) {
  return rotationVectorOf(quaternionOf(increment) * quaternionOf(theta));
}

base::Vec3 rotationBetween(const base::Vec3& from, const base::Vec3& to) {
  return rotationVectorOf(quaternionOf(to) * quaternionOf(from).conjugate());
}

}  // namespace tenon::la
