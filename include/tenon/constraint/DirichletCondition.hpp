// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/constraint/dirichlet/ConditionLabel.hpp"
#include "tenon/constraint/dirichlet/ConstrainedDofs.hpp"
#include "tenon/constraint/dirichlet/ObliqueDirections.hpp"

namespace tenon::constraint {

/// Dirichlet boundary condition that is imposed strongly by projection, without Lagrange
/// multipliers. Derived classes implement constrain() for individual degrees of freedom or
/// constrainDirections() for oblique directions. Only the prescribed values may depend on time; the
/// constrained degrees of freedom and directions must not.
class DirichletCondition : public ConditionLabel {
 public:
  /// Returns the state whose degrees of freedom are constrained.
  virtual const la::State& state() const = 0;

  /// Sets the time t for subsequent calls to constrain() and constrainDirections(). The default
  /// implementation does nothing, which is correct for conditions that do not depend on time.
  virtual void setTime(double) {}
  /// Adds the constrained degrees of freedom, all of which belong to state().
  /// @throws InputError if another condition prescribes a different value
  /// @note Not collective.
  virtual void constrain(ConstrainedDofs&) const {}
  /// Adds the constrained oblique directions. @note Not collective.
  virtual void constrainDirections(ObliqueDirections&) const {}

  /// Returns the local nodes on which the condition acts, including ghosts, in ascending order.
  /// Reaction forces are summed over these nodes.
  virtual const std::vector<base::LocalIndex>& nodes() const = 0;
};

}  // namespace tenon::constraint
