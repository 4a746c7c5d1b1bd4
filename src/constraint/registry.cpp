#include "tenon/constraint/registry.hpp"

#include "tenon/constraint/Fixed.hpp"
#include "tenon/constraint/Hold.hpp"
#include "tenon/constraint/Prescribed.hpp"
#include "tenon/constraint/Rigid.hpp"
#include "tenon/constraint/Tie.hpp"

namespace tenon::constraint {

void registerConditions(ConditionRegistry& conditions) {
  conditions.add<Fixed>("fixed", "holds the nodes of a group at 0");
  conditions.add<Prescribed>("prescribed", "holds the nodes of a group at given displacements, or at an affine field");
}

void registerConstraints(ConstraintRegistry& constraints) {
  constraints.add<Tie>("tie", "ties two surfaces whose meshes need not match, node by node");
  constraints.add<Hold>("hold", "holds the nodes of a group at given displacements by multipliers");
  constraints.add<Rigid>("rigid", "makes the nodes of some groups move as one rigid body");
}

}  // namespace tenon::constraint
