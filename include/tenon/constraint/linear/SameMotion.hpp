#pragma once
#include "tenon/constraint/LinearConstraint.hpp"

namespace tenon::constraint {

/// u_a = u_b, node by node, of two states that have the same nodes on the same ranks. A multiplier is the force on a.
/// No entry of a case: what an object with unknowns of its own follows by, where a Jacobian of long rows would make its
/// stiffness dense.
class SameMotion : public LinearConstraint {
 public:
  /// Collective. `a` carries the rows.
  SameMotion(std::string name, const la::State& a, const la::State& b);
};

}  // namespace tenon::constraint
