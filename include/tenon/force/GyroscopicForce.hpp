#pragma once
#include "tenon/fem/Domain.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// What the turning of rigid bodies in space adds to the balance of moments, Euler's equations along the axes of space:
///   J dw/dt = m + f,   f = -w x (J w),   J = R J_0 R^T.
/// B = -[w x] J + [J w x] by w; K by the rotation holds the change of f and of -J dw/dt, since M is taken as it is.
class GyroscopicForce : public ForceField {
 public:
  explicit GyroscopicForce(const fem::Domain& domain);
  std::string name() const override { return name_; }
  void addForce(la::ForceVector& f) const override;
  void addStiffness(la::StiffnessMatrix& K) const override;
  bool dependsOnVelocity() const override { return true; }
  void addDamping(la::DampingMatrix& B) const override;
  bool isSymmetric() const override { return false; }

 private:
  std::string name_;
  const la::State& state_;
  std::shared_ptr<const fem::NodalInertia> inertia_;
};

}  // namespace tenon::force
