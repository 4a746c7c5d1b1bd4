#include "tenon/force/GyroscopicForce.hpp"

#include "tenon/base/Error.hpp"
#include "tenon/fem/NodalInertia.hpp"

namespace tenon::force {

using base::LocalIndex;
using base::Mat3;
using base::Mat6;
using base::Vec3;
using la::cross;

namespace {

/// The part about the axes.
Vec3 turningOf(gsl::span<const double> values, LocalIndex node) {
  return Vec3(values.data() + 6 * static_cast<std::ptrdiff_t>(node) + 3);
}

Mat6 ofRotations(const Mat3& block) {
  Mat6 six = Mat6::Zero();
  six.bottomRightCorner<3, 3>() = block;
  return six;
}

}  // namespace

GyroscopicForce::GyroscopicForce(const fem::Domain& domain)
    : name_(domain.nameOf("gyroscopic force", "")), state_(domain.state), inertia_(domain.inertia) {
  base::ensure(inertia_ != nullptr && state_.kind() == la::Kind::frames && state_.block() == 6,
               "The object '" + domain.object + "' has no rigid bodies in space.");
}

void GyroscopicForce::addForce(la::ForceVector& f) const {
  const gsl::span<double> on_state = f.on(state_);
  for (LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const Vec3 w = turningOf(state_.velocity(), node);
    Eigen::Map<Vec3>(on_state.data() + 6 * node + 3) -= w.cross(inertia_->about(state_, node) * w);
  }
}

// The change of J y by a turn d is d x (J y) - J (d x y).
void GyroscopicForce::addStiffness(la::StiffnessMatrix& K) const {
  la::Derivative by_rotation = K.forceOn(state_).byPositionOf(state_);
  for (LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const Vec3 w = turningOf(state_.velocity(), node);
    const Vec3 dw = turningOf(state_.acceleration(), node);
    const Mat3 J = inertia_->about(state_, node);
    const auto change = [&](const Vec3& y) -> Mat3 { return J * cross(y) - cross(J * y); };
    by_rotation(node, node) += ofRotations(-cross(w) * change(w) - change(dw));
  }
}

void GyroscopicForce::addDamping(la::DampingMatrix& B) const {
  la::Derivative by_velocity = B.forceOn(state_).byVelocityOf(state_);
  for (LocalIndex node = 0; node < inertia_->numNodes(); ++node) {
    const Vec3 w = turningOf(state_.velocity(), node);
    const Mat3 J = inertia_->about(state_, node);
    by_velocity(node, node) += ofRotations(cross(J * w) - cross(w) * J);
  }
}

}  // namespace tenon::force
