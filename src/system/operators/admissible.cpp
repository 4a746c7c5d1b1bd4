// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "admissible.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tenon::system {
namespace {

/// Friction forces with a common bound: all of a cone, or one of a pyramid.
struct TangentialPart {
  double* first;
  std::size_t count;
  double length;
};

/// Returns the n >= 0 of the admissible point, with lengths <= mu n + cohesion, that is closest to
/// x and the parts: the root of
///
///   n - x = mu sum max(length - cohesion - mu n, 0).
///
/// The right-hand side is linear between the values of n at which parts reach their bound. The
/// iteration starts with all parts beyond their bounds. Its iterates increase, so that a part once
/// found within its bound remains within it.
double nearestNormal(double x, double mu, double cohesion, const std::vector<TangentialPart>& parts) {
  std::vector<char> is_cut(parts.size(), 1);
  for (;;) {
    double sum = x, weight = 1.0;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (is_cut[i] != 0) sum += mu * (parts[i].length - cohesion), weight += mu * mu;
    const double n = std::max(sum / weight, 0.0);
    bool changed = false;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (is_cut[i] != 0 && parts[i].length < mu * n + cohesion) is_cut[i] = 0, changed = true;
    if (!changed) return n;
  }
}

void toCone(const constraint::DryFriction& friction, double area, double* lambda, std::size_t width) {
  std::vector<TangentialPart> parts;
  for (std::size_t i = 1; i < width; i += parts.back().count) {
    const std::size_t count = friction.is_pyramid ? 1 : width - 1;
    double square = 0.0;
    for (std::size_t j = i; j < i + count; ++j) square += lambda[j] * lambda[j];
    parts.push_back({lambda + i, count, std::sqrt(square)});
  }
  const double cohesion = friction.cohesion * area;
  lambda[0] = nearestNormal(lambda[0], friction.coefficient, cohesion, parts);
  const double most = friction.coefficient * lambda[0] + cohesion;
  for (const TangentialPart& part : parts)
    for (std::size_t j = 0; j < part.count && part.length > most; ++j) part.first[j] *= most / part.length;
}

}  // namespace

bool isSlip(const constraint::Constraint& constraint, std::size_t row) {
  return constraint.isUnilateral() && constraint.friction().isEnabled() &&
         row % static_cast<std::size_t>(constraint.block()) != 0;
}

void projectOnAdmissible(const constraint::Constraint& constraint, gsl::span<double> lambda) {
  if (!constraint.active) return std::fill(lambda.begin(), lambda.end(), 0.0);
  if (!constraint.isUnilateral()) return;
  const constraint::DryFriction friction = constraint.friction();
  if (!friction.isEnabled()) {
    for (double& one : lambda) one = constraint.bound == "lower" ? std::max(one, 0.0) : std::min(one, 0.0);
    return;
  }
  const auto width = static_cast<std::size_t>(constraint.block());
  const std::vector<double> areas = constraint.contactAreas();
  const bool are_tractions = !constraint.measures().empty();
  for (std::size_t first = 0, k = 0; first < lambda.size(); first += width, ++k)
    toCone(friction, are_tractions || k >= areas.size() ? 1.0 : areas[k], lambda.data() + first, width);
}

}  // namespace tenon::system
