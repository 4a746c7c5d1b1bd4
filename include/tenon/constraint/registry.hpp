#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Registry of conditions, which are created for one object.
using ConditionRegistry = base::Registry<DirichletCondition, const fem::Domain&>;
/// Registry of conditions between several objects, which they name.
using CouplingConditionRegistry = base::Registry<DirichletCondition, const fem::FindDomain&>;
/// Registry of constraints, which name their objects.
using ConstraintRegistry = base::Registry<Constraint, const fem::FindDomain&>;

/// Registry of contacts: unilateral constraints in a section of their own of the case.
using ContactRegistry = base::Registry<Constraint, const fem::FindDomain&>;

/// Registers all types of conditions of one object.
void registerConditions(ConditionRegistry& conditions);
/// Registers all types of conditions between objects.
void registerCouplingConditions(CouplingConditionRegistry& conditions);
/// Registers all types of constraints.
void registerConstraints(ConstraintRegistry& constraints);
/// Registers all types of contacts.
void registerContacts(ContactRegistry& contacts);

}  // namespace tenon::constraint
