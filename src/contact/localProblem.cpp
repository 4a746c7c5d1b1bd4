// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "localProblem.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "coulombCone.hpp"

namespace tenon::contact {
namespace {

using base::Mat2;
using base::Mat3;
using base::Vec2;
using base::Vec3;

// Relative to W: mobility that directions without mobility receive, so that W is invertible.
constexpr double hidden = 1e-12;

}  // namespace

Mat3 regularised(Mat3 W) {
  W.diagonal().array() += hidden * W.trace();
  return W;
}

Mat2 tangentialMobility(const Mat3& W) {
  const Vec2 across = W.bottomLeftCorner<2, 1>();
  return W.bottomRightCorner<2, 2>() - across * across.transpose() / W(0, 0);
}

SlidingProblem::SlidingProblem(const Mat2& S, double least) {
  const double mean = 0.5 * (S(0, 0) + S(1, 1)), half = 0.5 * (S(0, 0) - S(1, 1));
  const double radius = std::hypot(half, S(1, 0));
  const double angle = radius > 0.0 ? 0.5 * std::atan2(S(1, 0), half) : 0.0;
  const double c = std::cos(angle), s = std::sin(angle);
  axes_ << c, -s, s, c;
  values_ = Vec2(mean + radius, mean - radius).cwiseMax(least);
}

// |t| decreases nearly as 1 / kappa, so that Newton's method on (a + b . t) / |t| - 1 takes a few
// steps. Steps that leave the interval of the root are replaced by bisection.
Vec2 SlidingProblem::solve(const Vec2& r, double a, const Vec2& b) const {
  constexpr int most_steps = 60;
  constexpr double small = 1e-13;
  if (a <= 0.0) return Vec2::Zero();
  const Vec2 force = -(axes_.transpose() * r), slope = axes_.transpose() * b;
  Vec2 t = force.cwiseQuotient(values_);
  double length = t.norm();
  if (length <= a + slope.dot(t)) return axes_ * t;
  double low = 0.0, high = force.norm() * (1.0 + slope.norm()) / a, kappa = 0.0;
  for (int k = 0; k < most_steps; ++k) {
    const double bar = a + slope.dot(t), excess = bar / length - 1.0;
    if (std::abs(excess) <= small) break;
    (excess < 0.0 ? low : high) = kappa;
    const Vec2 fall = t.cwiseQuotient((values_.array() + kappa).matrix());  // -dt / dkappa
    const double rise = (bar * t.dot(fall) / (length * length) - slope.dot(fall)) / length;
    double next = kappa - excess / rise;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == kappa) break;
    kappa = next;
    t = force.cwiseQuotient((values_.array() + kappa).matrix());
    length = t.norm();
  }
  return axes_ * t;
}

LocalProblem::LocalProblem(const Mat3& block)
    : W_(regularised(block)),
      slope_(W_.bottomLeftCorner<2, 1>() / W_(0, 0)),
      tangential_(tangentialMobility(W_), hidden * W_.trace()) {}

Vec3 LocalProblem::solve(const Vec3& q, double friction, double least) const {
  if (q[0] >= 0.0 && least == 0.0) return Vec3::Zero();
  const double alone = -q[0] / W_(0, 0);
  if (friction == 0.0) return {std::max(alone, least), 0.0, 0.0};
  const Vec2 q_t = q.tail<2>();
  const Vec2 t = tangential_.solve(q_t + alone * W_.bottomLeftCorner<2, 1>(), friction * alone, -friction * slope_);
  const double normal = alone - slope_.dot(t);
  if (normal >= least) return {normal, t[0], t[1]};
  const SlidingProblem at_least(W_.bottomRightCorner<2, 2>(), hidden * W_.trace());
  const Vec2 resisting = at_least.solve(q_t + least * W_.bottomLeftCorner<2, 1>(), friction * least);
  return {least, resisting[0], resisting[1]};
}

// The unknowns are the impulses that are not at a limit; the corresponding velocities are zero.
Vec3 LocalPyramid::solve(const Vec3& q, double friction, double least) const {
  if (q[0] >= 0.0 && least == 0.0) return Vec3::Zero();
  Vec3 best = Vec3::Zero();
  double least_wrong = std::numeric_limits<double>::infinity();
  const double size = std::sqrt(W_.trace());  // ratio of velocities to impulses
  for (const bool is_beyond : {true, false})
    for (const int first : {0, 1, -1})
      for (const int second : {0, 1, -1}) {
        const int slides[2] = {first, second};
        Mat3 A = Mat3::Identity();
        Vec3 b(least, 0.0, 0.0);
        if (is_beyond) A.row(0) = W_.row(0), b[0] = -q[0];
        for (int t = 0; t < 2; ++t)
          if (slides[t] == 0)
            A.row(t + 1) = W_.row(t + 1), b[t + 1] = -q[t + 1];
          else
            A(t + 1, 0) = -slides[t] * friction;
        const Vec3 gamma = A.inverse() * b, u = W_ * gamma + q;
        if (!gamma.allFinite()) continue;
        double wrong = is_beyond ? size * (least - gamma[0]) : -u[0] / size;
        for (int t = 0; t < 2; ++t)
          wrong = std::max(wrong, slides[t] == 0 ? size * (std::abs(gamma[t + 1]) - friction * gamma[0])
                                                 : slides[t] * u[t + 1] / size);
        if (wrong < least_wrong) least_wrong = wrong, best = gamma;
        if (wrong <= 0.0) return best;
      }
  return projectOnPyramid(best, friction, least);
}

LocalRollingProblem::LocalRollingProblem(const Mat3& block)
    : W_(regularised(block)), rolling_(W_.bottomRightCorner<2, 2>(), hidden * W_.trace()) {}

Vec3 LocalRollingProblem::solve(const Vec3& q, const Vec3& tau, double most_spinning, double most_rolling) const {
  const double without = -(q[0] + W_(0, 1) * tau[1] + W_(0, 2) * tau[2]) / W_(0, 0);
  const double spinning = std::clamp(without, -most_spinning, most_spinning);
  const Vec2 rolling = rolling_.solve(q.tail<2>() + spinning * W_.bottomLeftCorner<2, 1>(), most_rolling);
  return {spinning, rolling[0], rolling[1]};
}

}  // namespace tenon::contact
