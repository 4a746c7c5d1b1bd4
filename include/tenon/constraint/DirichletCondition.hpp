// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/dirichlet/ConstrainedDofs.hpp"
#include "tenon/constraint/dirichlet/ObliqueDirections.hpp"

namespace tenon::constraint {

/// Dirichlet boundary condition, imposed strongly by projection instead of Lagrange multipliers. A
/// condition implements constrain() for single degrees of freedom and constrainDirections() for
/// oblique directions. The constrained degrees of freedom and directions are the same at all times;
/// the prescribed values may change.
class DirichletCondition {
 public:
  virtual ~DirichletCondition() = default;
  /// Returns the name used in messages: type, object and group, e.g. "fixed on bracket/bolts".
  virtual const std::string& name() const = 0;
  /// Returns the state whose degrees of freedom are constrained.
  virtual const la::State& state() const = 0;

  /// Sets the time t of subsequent calls of constrain() and constrainDirections(). The default
  /// implementation does nothing, for conditions that do not depend on time.
  virtual void setTime(double) {}
  /// Adds the constrained degrees of freedom, all of which belong to state(). @note Not collective.
  virtual void constrain(ConstrainedDofs&) const {}
  /// Adds the constrained oblique directions. @note Not collective.
  virtual void constrainDirections(ObliqueDirections&) const {}

  /// Returns the local nodes on which the condition acts, ghosts included, ascending. Used for the
  /// sum of reaction forces.
  virtual const std::vector<base::LocalIndex>& nodes() const = 0;
  /// Returns the number of a local node in the mesh file, for messages.
  virtual std::int64_t nodeTag(base::LocalIndex node) const = 0;
};

}  // namespace tenon::constraint
