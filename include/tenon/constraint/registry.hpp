#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/constraint/Condition.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/fem/Side.hpp"

namespace tenon::constraint {

/// Conditions are made for one object; joint conditions and constraints for the objects that they name.
using ConditionRegistry = base::Registry<Condition, const fem::Domain&>;
using JointConditionRegistry = base::Registry<Condition, const fem::FindDomain&>;
using ConstraintRegistry = base::Registry<Constraint, const fem::FindDomain&>;

/// What touches: constraints with bounds, in a section of their own.
using ContactRegistry = base::Registry<Constraint, const fem::FindDomain&>;

void registerConditions(ConditionRegistry& conditions);
void registerJointConditions(JointConditionRegistry& conditions);
void registerConstraints(ConstraintRegistry& constraints);
void registerContacts(ContactRegistry& contacts);

}  // namespace tenon::constraint
