#include "jointRows.hpp"

namespace tenon::constraint {

using base::Mat3;
using base::Vec3;
using la::cross;

namespace {

constexpr int ua = 0, wa = 3, ub = 6, wb = 9;

/// Hessian of (R d) . e by dw, e a vector that does not turn: the symmetric part of (w . d)(w . e) - (d . e) w . w.
Mat3 turnTwice(const Vec3& d, const Vec3& e) {
  const Mat3 product = d * e.transpose();
  return 0.5 * (product + product.transpose()) - d.dot(e) * Mat3::Identity();
}

/// The matrix T of w . T v = (w x alpha) . (v x beta).
Mat3 turnBoth(const Vec3& alpha, const Vec3& beta) {
  return alpha.dot(beta) * Mat3::Identity() - beta * alpha.transpose();
}

void addBoth(JointHessian& H, int i, int j, const Mat3& block) {
  H.block<3, 3>(i, j) += block;
  H.block<3, 3>(j, i) += block.transpose();
}

}  // namespace

double pointRow(const JointPlace& place, const Vec3& e, JointSlopes& slopes) {
  slopes << -e, -place.arm_a.cross(e), e, place.arm_b.cross(e);
  return e.dot(place.gap);
}

void addPointHessian(const JointPlace& place, const Vec3& e, double lambda, JointHessian& H) {
  H.block<3, 3>(wa, wa) -= lambda * turnTwice(place.arm_a, e);
  H.block<3, 3>(wb, wb) += lambda * turnTwice(place.arm_b, e);
}

double directionRow(const Vec3& alpha, const Vec3& beta, JointSlopes& slopes) {
  slopes << Vec3::Zero(), alpha.cross(beta), Vec3::Zero(), beta.cross(alpha);
  return alpha.dot(beta);
}

void addDirectionHessian(const Vec3& alpha, const Vec3& beta, double lambda, JointHessian& H) {
  H.block<3, 3>(wa, wa) += lambda * turnTwice(alpha, beta);
  H.block<3, 3>(wb, wb) += lambda * turnTwice(beta, alpha);
  addBoth(H, wa, wb, lambda * turnBoth(alpha, beta));
}

double slidingRow(const JointPlace& place, const Vec3& alpha, JointSlopes& slopes) {
  slopes << -alpha, alpha.cross(place.gap) - place.arm_a.cross(alpha), alpha, place.arm_b.cross(alpha);
  return alpha.dot(place.gap);
}

// alpha turns, the points move, and both at once: (w_a x alpha) . (du_b - du_a + w_b x arm_b - w_a x arm_a).
void addSlidingHessian(const JointPlace& place, const Vec3& alpha, double lambda, JointHessian& H) {
  const Mat3 turned = turnBoth(alpha, place.arm_a);
  H.block<3, 3>(wa, wa) +=
      lambda * (turnTwice(alpha, place.gap) - turnTwice(place.arm_a, alpha) - turned - turned.transpose());
  H.block<3, 3>(wb, wb) += lambda * turnTwice(place.arm_b, alpha);
  addBoth(H, wa, ua, -lambda * cross(alpha));
  addBoth(H, wa, ub, lambda * cross(alpha));
  addBoth(H, wa, wb, lambda * turnBoth(alpha, place.arm_b));
}

}  // namespace tenon::constraint
