// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "GyroscopicForce.hpp"

#include <Eigen/LU>
#include <cmath>

#include "tenon/base/Error.hpp"
#include "tenon/fem/Domain.hpp"
#include "tenon/la/layout/NodeFrame.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat3;
using base::Mat6;
using base::Vec3;
using la::skewMatrix;

namespace {

/// Returns the rotational part of the values of a node.
Vec3 rotationalPart(gsl::span<const double> values, LocalIndex node) {
  return Vec3(values.data() + 6 * static_cast<std::ptrdiff_t>(node) + 3);
}

Mat6 rotationBlock(const Mat3& block) {
  Mat6 six = Mat6::Zero();
  six.bottomRightCorner<3, 3>() = block;
  return six;
}

/// Returns the derivative of the spatial rotation vector of exp(phi + dphi) exp(phi)^-1 with
/// respect to dphi.
Mat3 tangentOfExponential(const Vec3& phi) {
  const double angle = phi.norm();
  const Mat3 W = skewMatrix(phi);
  if (angle < 1e-4) return Mat3::Identity() + 0.5 * W + W * W / 6.0;
  return Mat3::Identity() + (1 - std::cos(angle)) / (angle * angle) * W +
         (angle - std::sin(angle)) / (angle * angle * angle) * W * W;
}

/// Returns the solution w of exp(h w) J w = J w_n, where J w rotates with the body: a step of the
/// implicit Euler method for a free body. Uses Newton's method with step halving; returns w_n if it
/// does not converge.
Vec3 freeBodyVelocity(const Mat3& J, const Vec3& before, double h) {
  constexpr int most_steps = 30, most_halvings = 20;
  constexpr double enough = 1e-14;
  const Vec3 momentum = J * before;
  const auto residual = [&](const Vec3& w) -> Vec3 { return la::quaternionOf(h * w) * (J * w) - momentum; };
  Vec3 w = before, missing = residual(w);
  for (int k = 0; k < most_steps && missing.norm() > enough * momentum.norm(); ++k) {
    const Mat3 R = la::quaternionOf(h * w).toRotationMatrix();
    const Mat3 tangent = R * J - h * skewMatrix(R * (J * w)) * tangentOfExponential(h * w);
    const Vec3 change = tangent.inverse() * missing;
    double share = 1.0;
    for (int i = 0; i < most_halvings && residual(w - share * change).norm() >= missing.norm(); ++i) share *= 0.5;
    const Vec3 next = w - share * change;
    if (!(residual(next).norm() < missing.norm())) break;
    w = next, missing = residual(w);
  }
  return missing.norm() <= 1e-9 * momentum.norm() ? w : before;
}

}  // namespace

GyroscopicForce::GyroscopicForce(const fem::Domain& domain)
    : name_(domain.nameOf("gyroscopic force", "")), state_(domain.state), inertia_(domain.inertia) {
  base::ensure(inertia_ != nullptr && state_.kind() == la::NodeKind::frames && state_.block() == 6,
               "The object '" + domain.object + "' has no three-dimensional rigid bodies.");
}

void GyroscopicForce::addForce(la::ForceVector& f) const {
  const gsl::span<double> on_state = f.on(state_);
  for (LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const Vec3 w = rotationalPart(state_.velocity(), node);
    const Mat3 J = inertia_->about(state_, node);
    Eigen::Map<Vec3> moment(on_state.data() + 6 * node + 3);
    if (form_ == Form::at_end) {
      moment -= w.cross(J * w);
      continue;
    }
    const Vec3 before = w - step_ * rotationalPart(state_.acceleration(), node);
    if (form_ == Form::ahead_of_step) {
      moment += J * (freeBodyVelocity(J, before, step_) - before) / step_;
      continue;
    }
    const Mat3 back = la::quaternionOf(-step_ * w).toRotationMatrix();
    moment -= (J * before - back * (J * (back.transpose() * before))) / step_;
  }
}

// The change of J y due to a rotation d is d x (J y) - J (d x y).
void GyroscopicForce::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative by_rotation = K.forceOn(state_).byPositionOf(state_);
  for (LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const Vec3 w = rotationalPart(state_.velocity(), node);
    const Vec3 dw = rotationalPart(state_.acceleration(), node);
    const Mat3 J = inertia_->about(state_, node);
    const auto change = [&](const Vec3& y) -> Mat3 { return J * skewMatrix(y) - skewMatrix(J * y); };
    Mat3 change_of_moment = Mat3::Zero();
    if (form_ == Form::at_end) change_of_moment = -skewMatrix(w) * change(w) - change(dw);
    if (form_ == Form::over_step) change_of_moment = -change(w) / step_;
    by_rotation(node, node) += rotationBlock(change_of_moment);
  }
}

void GyroscopicForce::addDamping(la::DampingMatrix& B) const {
  la::Derivative by_velocity = B.forceOn(state_).byVelocityOf(state_);
  for (LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const Vec3 w = rotationalPart(state_.velocity(), node);
    const Mat3 J = inertia_->about(state_, node);
    // In the balance over a step, the derivative of J w with respect to w is part of the inertia
    // term J dw/dt.
    by_velocity(node, node) +=
        rotationBlock(form_ == Form::at_end ? Mat3(skewMatrix(J * w) - skewMatrix(w) * J) : Mat3::Zero());
  }
}

}  // namespace tenon::force
