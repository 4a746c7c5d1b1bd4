// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PathTangent.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tenon::analysis {
namespace {

/// Cubic polynomial t(xi) between two points, xi from 0 to 1, with given values and slopes at both.
struct Cubic {
  double t0, t1, slope0, slope1;  ///< slopes with respect to xi

  double at(double xi) const {
    const double eta = 1.0 - xi;
    return eta * eta * ((1.0 + 2.0 * xi) * t0 + xi * slope0) + xi * xi * ((3.0 - 2.0 * xi) * t1 - eta * slope1);
  }
  /// Returns the location at which the slope vanishes, between ends with slopes of different sign.
  double placeOfExtremum() const {
    double low = 0.0, high = 1.0;
    const auto slope = [&](double xi) {
      return 6.0 * xi * (1.0 - xi) * (t1 - t0) + (1.0 - xi) * (1.0 - 3.0 * xi) * slope0 +
             xi * (3.0 * xi - 2.0) * slope1;
    };
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (slope(middle) * slope0 > 0.0 ? low : high) = middle;
    }
    return low;
  }
};

/// Returns the location of the zero of a determinant that is linear between two values of different
/// sign.
double findRoot(const solver::Determinant& from, const solver::Determinant& to) {
  const double difference = std::clamp(to.exponent - from.exponent, -60.0, 60.0);
  return 1.0 / (1.0 + std::exp2(difference));
}

}  // namespace

bool changesSign(const PathTangent& from, const PathTangent& to) {
  return from.determinant && to.determinant && from.determinant->sign * to.determinant->sign < 0.0;
}

std::optional<CriticalPoint> criticalPoint(int step, const PathTangent& from, const PathTangent& to, double length) {
  const Cubic t{from.time, to.time, length * from.timePerLength(), length * to.timePerLength()};
  if (from.direction != to.direction)
    return CriticalPoint{CriticalPoint::Kind::limit, step, t.at(t.placeOfExtremum()), from.direction > 0.0};
  if (!changesSign(from, to)) return std::nullopt;
  return CriticalPoint{CriticalPoint::Kind::bifurcation, step, t.at(findRoot(*from.determinant, *to.determinant))};
}

std::string describe(const CriticalPoint& point) {
  if (point.kind == CriticalPoint::Kind::limit)
    return fmt::format("limit point at t = {:.6g}: beyond it the load {}", point.time,
                       point.is_maximum ? "falls" : "grows");
  return fmt::format("bifurcation at t = {:.6g}: the tangent is singular, and another path branches off", point.time);
}

}  // namespace tenon::analysis
