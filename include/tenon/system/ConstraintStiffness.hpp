#pragma once
#include <string>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::system {

/// What the change of a nonlinear constraint's G adds to the tangent, d(G^T lambda)/dq at the multipliers that the
/// constraint was told last, as a contributor of K. Has no force: G^T lambda is that of the multipliers.
class ConstraintStiffness : public force::ForceField {
 public:
  /// `constraint` has to outlive this.
  explicit ConstraintStiffness(const constraint::Constraint& constraint) : constraint_(constraint) {}

  std::string name() const override { return "geometric stiffness of " + constraint_.name(); }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    if (constraint_.active) constraint_.addGeometricStiffness(K);
  }
  /// At the multipliers that the constraint was told last: those of the loads.
  void addStressStiffness(const la::Motion&, la::StiffnessMatrix& K) const override { addStiffness(K); }
  bool isSymmetric() const override { return constraint_.hasSymmetricStiffness(); }
  bool isLinear() const override { return !constraint_.active; }

 private:
  const constraint::Constraint& constraint_;
};

}  // namespace tenon::system
