#include "localProblem.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "tenon/contact/coulombCone.hpp"

namespace tenon::contact {
namespace {

using base::Mat3;
using base::Vec3;

constexpr int most_projections = 50;
constexpr double small_change = 1e-3;  // of the first one: what is left, the next sweep sees to
constexpr double hidden = 1e-12;       // of W: what a direction without any mobility gets, so that there is an inverse

}  // namespace

LocalProblem::LocalProblem(const Mat3& block) : W(block) {
  W.diagonal().array() += hidden * W.trace();
  inverse = W.inverse();
  largest = Eigen::SelfAdjointEigenSolver<Mat3>().computeDirect(W, Eigen::EigenvaluesOnly).eigenvalues()[2];
}

Vec3 LocalProblem::solve(const Vec3& q, const Vec3& gamma, double friction, double least) const {
  if (q[0] >= 0.0 && least == 0.0) return Vec3::Zero();
  const Vec3 without_sliding(std::max(-q[0] / W(0, 0), least), 0.0, 0.0);
  if (friction == 0.0) return without_sliding;
  const Vec3 sticking = -inverse * q;
  if (std::hypot(sticking[1], sticking[2]) <= friction * sticking[0] && sticking[0] >= least) return sticking;
  Vec3 sliding = gamma[0] > 0.0 ? gamma : without_sliding;
  double first = 0.0;
  for (int k = 0; k < most_projections; ++k) {
    const Vec3 next = projectOnCone(sliding - augmented(W * sliding + q, friction) / largest, friction, least);
    const double change = (next - sliding).norm();
    sliding = next;
    if (k == 0) first = change;
    if (change <= small_change * first) break;
  }
  return sliding;
}

LocalTurning::LocalTurning(const Mat3& block) : W(block) {
  W.diagonal().array() += hidden * W.trace();
  inverse = W.bottomRightCorner<2, 2>().inverse();
  largest = 0.5 * (W(1, 1) + W(2, 2)) + std::hypot(0.5 * (W(1, 1) - W(2, 2)), W(1, 2));
}

Vec3 LocalTurning::solve(const Vec3& q, const Vec3& tau, double most_spinning, double most_rolling) const {
  using base::Vec2;
  const auto within = [](const Vec2& x, double most) -> Vec2 {
    const double length = x.norm();
    return length > most ? Vec2(most / length * x) : x;
  };
  Vec3 next = tau;
  next[0] = std::clamp(-(q[0] + W(0, 1) * tau[1] + W(0, 2) * tau[2]) / W(0, 0), -most_spinning, most_spinning);
  const Vec2 q_rolling = q.tail<2>() + next[0] * W.block<2, 1>(1, 0), at_rest = -inverse * q_rolling;
  if (at_rest.norm() <= most_rolling) {
    next.tail<2>() = at_rest;
    return next;
  }
  Vec2 rolling = within(tau.tail<2>(), most_rolling);
  double first = 0.0;
  for (int k = 0; k < most_projections; ++k) {
    const Vec2 better = within(rolling - (W.bottomRightCorner<2, 2>() * rolling + q_rolling) / largest, most_rolling);
    const double change = (better - rolling).norm();
    rolling = better;
    if (k == 0) first = change;
    if (change <= small_change * first) break;
  }
  next.tail<2>() = rolling;
  return next;
}

}  // namespace tenon::contact
