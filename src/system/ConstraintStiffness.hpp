// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::system {

/// Contributor that adds the geometric stiffness d(G^T lambda)/dq of a nonlinear constraint to K.
/// The multipliers are those set by the last call to Constraint::setMultipliers(). The contributor
/// adds no force, because the constraint forces G^T lambda are not evaluated by force fields.
class ConstraintStiffness : public force::ForceField {
 public:
  /// Creates the contributor. `constraint` must outlive it.
  explicit ConstraintStiffness(const constraint::Constraint& constraint) : constraint_(constraint) {}

  std::string name() const override { return "geometric stiffness of " + constraint_.name(); }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    if (constraint_.active) constraint_.addGeometricStiffness(K);
  }
  /// Adds the geometric stiffness for the multipliers set by the last call to
  /// Constraint::setMultipliers(). These must be the multipliers caused by the loads.
  void addStressStiffness(const la::IncrementVector&, la::StiffnessMatrix& K) const override { addStiffness(K); }
  bool isSymmetric() const override { return constraint_.hasSymmetricStiffness(); }
  bool isLinear() const override { return !constraint_.active; }

 private:
  const constraint::Constraint& constraint_;
};

}  // namespace tenon::system
