// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "beamElement.hpp"

#include <Eigen/Geometry>
#include <array>

namespace tenon::force {
namespace {

using base::Mat3;
using base::Vec3;
using Number = BeamNumber;
using Vector = std::array<Number, 3>;

constexpr double few_terms = 0.05;  // bound up to which a series is used

/// Returns 2 asin(s) / s as a function of y = s^2, with its derivatives: the ratio of the length of
/// a rotation vector to that of the vector part of its quaternion.
Number angleOverSine(const Number& y) {
  double f = 0, df = 0, ddf = 0;
  if (y.value < few_terms) {
    double c = 2, power = 1;  // c y^k, with c = (2k)! / (4^k (k!)^2 (2k + 1))
    double before = 0, two_before = 0;
    for (int k = 0; k < 16; ++k) {
      f += c * power, df += k * c * before, ddf += k * (k - 1) * c * two_before;
      two_before = before, before = power, power *= y.value;
      c *= (2 * k + 1.0) * (2 * k + 1.0) / ((2 * k + 2.0) * (2 * k + 3.0));
    }
  } else {
    const double s = std::sqrt(y.value), cosine = std::sqrt(1 - y.value);
    f = 2 * std::asin(s) / s;
    df = (1 / cosine - f / 2) / y.value;
    ddf = (0.5 / (cosine * cosine * cosine) - 1.5 * df) / y.value;
  }
  return Number::chain(y, f, df, ddf);
}

/// Returns an axis t rotated by the variables first, first + 1, first + 2: t + w x t + w x (w x t)
/// / 2.
Vector rotationRates(const Vec3& t, int first) {
  Vector axis;
  for (int i = 0; i < 3; ++i) axis[std::size_t(i)].value = t[i];
  for (int j = 0; j < 3; ++j) {
    const Vec3 by_j = Vec3::Unit(j).cross(t);
    for (int i = 0; i < 3; ++i) axis[std::size_t(i)].slope[first + j] = by_j[i];
    for (int k = 0; k < 3; ++k) {
      const Vec3 twice = 0.5 * (Vec3::Unit(k).cross(by_j) + Vec3::Unit(j).cross(Vec3::Unit(k).cross(t)));
      for (int i = 0; i < 3; ++i) axis[std::size_t(i)].curvature(first + j, first + k) = twice[i];
    }
  }
  return axis;
}

Number dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Vector operator*(const Number& factor, const Vector& a) {
  return {factor * a[0], factor * a[1], factor * a[2]};
}
Vector operator+(const Vector& a, const Vector& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

/// Computes the rotation vector of R^T T from its quaternion.
void computeRotation(const std::array<Vector, 3>& R, const std::array<Vector, 3>& T, Number (&theta)[3]) {
  Number one;
  one.value = 1;
  const Number w = 0.5 * sqrt(one + dot(R[0], T[0]) + dot(R[1], T[1]) + dot(R[2], T[2]));
  const Number quarter = 0.25 * inverse(w);
  const Vector v = quarter * Vector{dot(R[2], T[1]) - dot(R[1], T[2]), dot(R[0], T[2]) - dot(R[2], T[0]),
                                    dot(R[1], T[0]) - dot(R[0], T[1])};
  const Vector angle = angleOverSine(dot(v, v)) * v;
  for (int i = 0; i < 3; ++i) theta[i] = angle[std::size_t(i)];
}

}  // namespace

BeamDeformation beamDeformation(const Vec3& D, const Vec3& change, const Mat3& axes_a, const Mat3& axes_b) {
  Vector d;
  for (int i = 0; i < 3; ++i) {
    d[std::size_t(i)].value = D[i] + change[i];
    d[std::size_t(i)].slope[i] = 1;
  }
  std::array<Vector, 3> R, at_a, at_b;
  for (int i = 0; i < 3; ++i) {
    at_a[std::size_t(i)] = rotationRates(axes_a.col(i), 3);
    at_b[std::size_t(i)] = rotationRates(axes_b.col(i), 6);
  }
  BeamDeformation found;
  found.longer = sqrt(dot(d, d));
  R[0] = inverse(found.longer) * d;
  const double L = D.norm();
  // Without cancellation for small strains.
  found.longer.value = change.dot(2 * D + change) / (found.longer.value + L);
  R[2] = cross(R[0], at_a[1] + at_b[1]);
  R[2] = inverse(sqrt(dot(R[2], R[2]))) * R[2];
  R[1] = cross(R[2], R[0]);
  computeRotation(R, at_a, found.rotation_a);
  computeRotation(R, at_b, found.rotation_b);
  return found;
}

}  // namespace tenon::force
