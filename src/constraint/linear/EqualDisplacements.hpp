// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/constraint/linear/LinearConstraint.hpp"

namespace tenon::constraint {

/// Constraint u_a = u_b of two states with the same nodes on the same ranks, node by node. A
/// multiplier is the force on a.
/// The constraint is not a type of the case file. It couples an object with degrees of freedom of
/// its own to a mapped object whose Jacobian has dense rows, which would make the stiffness dense.
class EqualDisplacements : public LinearConstraint {
 public:
  /// Assembles the rows, which the nodes of `a` carry. @note Collective.
  EqualDisplacements(std::string name, const la::State& a, const la::State& b);
};

}  // namespace tenon::constraint
