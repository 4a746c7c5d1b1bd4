// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Registry.hpp"
#include "tenon/constraint/Constraint.hpp"
#include "tenon/constraint/DirichletCondition.hpp"
#include "tenon/fem/ObjectGroup.hpp"

namespace tenon::constraint {

/// Registry of Dirichlet conditions on a single object.
using ConditionRegistry = base::Registry<DirichletCondition, const fem::Domain&>;
/// Registry of Dirichlet conditions that couple several objects. The objects are specified by name.
using CouplingConditionRegistry = base::Registry<DirichletCondition, const fem::FindDomain&>;
/// Registry of constraints with Lagrange multipliers. The objects are specified by name.
using ConstraintRegistry = base::Registry<Constraint, const fem::FindDomain&>;

/// Registry of contacts, which are unilateral constraints defined in a separate section of a case
/// file.
using ContactRegistry = base::Registry<Constraint, const fem::FindDomain&>;

/// Registers all types of Dirichlet conditions on a single object.
void registerConditions(ConditionRegistry& conditions);
/// Registers all types of Dirichlet conditions that couple several objects.
void registerCouplingConditions(CouplingConditionRegistry& conditions);
/// Registers all types of constraints.
void registerConstraints(ConstraintRegistry& constraints);
/// Registers all types of contacts.
void registerContacts(ContactRegistry& contacts);

}  // namespace tenon::constraint
