// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "jointRows.hpp"

#include <cmath>

namespace tenon::constraint {

using base::Mat3;
using base::Vec3;
using la::skewMatrix;

namespace {

constexpr int ua = 0, wa = 3, ub = 6, wb = 9;

/// Returns the derivative of a moment d x e with respect to a rotation w of d,
///   (w x d) x e = (d e^T - (d . e) 1) w.
Mat3 turnArm(const Vec3& d, const Vec3& e) {
  return d * e.transpose() - d.dot(e) * Mat3::Identity();
}

/// Returns the derivative of a moment alpha x beta with respect to a rotation v of beta,
///   alpha x (v x beta) = ((alpha . beta) 1 - beta alpha^T) v.
Mat3 turnBoth(const Vec3& alpha, const Vec3& beta) {
  return alpha.dot(beta) * Mat3::Identity() - beta * alpha.transpose();
}

void addBoth(JointStiffness& K, int i, int j, const Mat3& block) {
  K.block<3, 3>(i, j) += block;
  K.block<3, 3>(j, i) += block.transpose();
}

}  // namespace

double pointRow(const JointGeometry& place, const Vec3& e, JointSlopes& slopes) {
  slopes.segment<3>(ua) = -e;
  slopes.segment<3>(wa) = e.cross(place.arm_a);
  slopes.segment<3>(ub) = e;
  slopes.segment<3>(wb) = place.arm_b.cross(e);
  return e.dot(place.gap);
}

void addPointStiffness(const JointGeometry& place, const Vec3& e, double lambda, JointStiffness& K) {
  K.block<3, 3>(wa, wa) -= lambda * turnArm(place.arm_a, e);
  K.block<3, 3>(wb, wb) += lambda * turnArm(place.arm_b, e);
}

double directionRow(const Vec3& alpha, const Vec3& beta, JointSlopes& slopes) {
  slopes << Vec3::Zero(), alpha.cross(beta), Vec3::Zero(), beta.cross(alpha);
  return alpha.dot(beta);
}

void addDirectionStiffness(const Vec3& alpha, const Vec3& beta, double lambda, JointStiffness& K) {
  K.block<3, 3>(wa, wa) += lambda * turnArm(alpha, beta);
  K.block<3, 3>(wb, wb) += lambda * turnArm(beta, alpha);
  addBoth(K, wa, wb, lambda * turnBoth(alpha, beta));
}

namespace {

/// Sine and cosine of an angle times a common factor, and their derivatives.
struct ScaledAngle {
  double s, c;
  JointSlopes ds, dc;

  explicit ScaledAngle(const AngleDirections& d) {
    JointSlopes slopes;
    c = directionRow(d.alpha_1, d.beta_1, dc);
    c += directionRow(d.alpha_2, d.beta_2, slopes);
    dc += slopes;
    s = directionRow(d.alpha_1, d.beta_2, ds);
    s -= directionRow(d.alpha_2, d.beta_1, slopes);
    ds -= slopes;
  }
  double square() const { return s * s + c * c; }
};

}  // namespace

double angleRow(const AngleDirections& directions, JointSlopes& slopes) {
  const ScaledAngle angle(directions);
  slopes = (angle.c * angle.ds - angle.s * angle.dc) / angle.square();
  return std::atan2(angle.s, angle.c);
}

// Adds d(lambda dphi), with dphi = (c ds - s dc) / (s^2 + c^2).
void addAngleStiffness(const AngleDirections& d, double lambda, JointStiffness& K) {
  const ScaledAngle angle(d);
  const double square = angle.square(), by_s = lambda * angle.c / square, by_c = -lambda * angle.s / square;
  addDirectionStiffness(d.alpha_1, d.beta_2, by_s, K);
  addDirectionStiffness(d.alpha_2, d.beta_1, -by_s, K);
  addDirectionStiffness(d.alpha_1, d.beta_1, by_c, K);
  addDirectionStiffness(d.alpha_2, d.beta_2, by_c, K);
  const double twice = 2.0 * angle.s * angle.c, difference = angle.s * angle.s - angle.c * angle.c;
  const double factor = lambda / (square * square);
  K += factor * (twice * (angle.dc * angle.dc.transpose() - angle.ds * angle.ds.transpose()) +
                 difference * (angle.ds * angle.dc.transpose() + angle.dc * angle.ds.transpose()));
}

double slidingRow(const JointGeometry& place, const Vec3& alpha, JointSlopes& slopes) {
  slopes << -alpha, alpha.cross(place.gap) - place.arm_a.cross(alpha), alpha, place.arm_b.cross(alpha);
  return alpha.dot(place.gap);
}

// The terms are the rotation of alpha, the displacement of the points, and both together,
//   (w_a x alpha) . (du_b - du_a + w_b x arm_b - w_a x arm_a).
void addSlidingStiffness(const JointGeometry& place, const Vec3& alpha, double lambda, JointStiffness& K) {
  K.block<3, 3>(wa, wa) += lambda * (turnArm(alpha, place.gap) + turnArm(alpha, place.arm_a));
  K.block<3, 3>(wb, wb) += lambda * turnArm(place.arm_b, alpha);
  addBoth(K, wa, ua, -lambda * skewMatrix(alpha));
  addBoth(K, wa, ub, lambda * skewMatrix(alpha));
  addBoth(K, wa, wb, lambda * turnBoth(alpha, place.arm_b));
}

}  // namespace tenon::constraint
