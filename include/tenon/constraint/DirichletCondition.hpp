// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/dirichlet/ConstrainedDofs.hpp"
#include "tenon/constraint/dirichlet/ObliqueDirections.hpp"

namespace tenon::constraint {

/// Dirichlet boundary condition that is imposed strongly by projection, without Lagrange
/// multipliers. Derived classes implement constrain() for individual degrees of freedom or
/// constrainDirections() for oblique directions. Only the prescribed values may depend on time; the
/// constrained degrees of freedom and directions must not.
class DirichletCondition {
 public:
  virtual ~DirichletCondition() = default;
  /// Returns the name used in messages: type, object and group, e.g. "fixed on bracket/bolts".
  virtual const std::string& name() const = 0;
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
  /// Returns the number of a local node in the mesh file, for messages.
  virtual std::int64_t nodeTag(base::LocalIndex node) const = 0;
};

}  // namespace tenon::constraint
