// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "tenon/constraint/Constraint.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::system {

/// Geometric stiffness of a nonlinear constraint, d(G^T lambda)/dq, as a contributor of K. The
/// multipliers are those of the last call of setMultipliers(). The contributor has no force,
/// because G^T lambda is the force of the multipliers.
class ConstraintStiffness : public force::ForceField {
 public:
  /// Creates the contributor. `constraint` must outlive it.
  explicit ConstraintStiffness(const constraint::Constraint& constraint) : constraint_(constraint) {}

  std::string name() const override { return "geometric stiffness of " + constraint_.name(); }
  void addForce(la::ForceVector&) const override {}
  void addStiffness(la::StiffnessMatrix& K) const override {
    if (constraint_.active) constraint_.addGeometricStiffness(K);
  }
  /// Adds the geometric stiffness for the multipliers of the last setMultipliers(), which are those
  /// caused by the loads.
  void addStressStiffness(const la::IncrementVector&, la::StiffnessMatrix& K) const override { addStiffness(K); }
  bool isSymmetric() const override { return constraint_.hasSymmetricStiffness(); }
  bool isLinear() const override { return !constraint_.active; }

 private:
  const constraint::Constraint& constraint_;
};

}  // namespace tenon::system
