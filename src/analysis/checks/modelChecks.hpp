// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "analysis/Residual.hpp"

// Requirements of analyses on the equations and on their mechanical system. All functions are
// collective.
namespace tenon::analysis {

/// Checks that all nodes have the mass that a transient analysis needs.
/// @throws InputError if a node has no mass; the message names the object and the node
/// @note Collective.
void requireMasses(Equations& equations);

/// Checks that no constraint has a bound.
/// @param analysis name of the analysis in the message
/// @throws InputError if a constraint has a bound; the message names the constraint
/// @note Collective.
void requireNoBounds(const system::MechanicalSystem& mechanics, const std::string& analysis);

/// Checks that no force depends on the length of a step, which `analysis` does not define.
/// @throws InputError if a force depends on the step length; the message names the force
/// @note Collective.
void requireNoRates(const system::MechanicalSystem& mechanics, const std::string& analysis);

/// Checks that no constraint for small rotations is combined with a force for large rotations.
/// @throws InputError if there is such a constraint; the message names it
/// @note Collective.
void requireLargeRotationConstraints(const system::MechanicalSystem& mechanics);

/// Checks that no constraint acts on velocities in an analysis without velocities.
/// @throws InputError if there is such a constraint; the message names it
/// @note Collective.
void requireLevels(const Equations& equations);

/// Checks that forces are finite for the current displacement, see checks/requireInDomain.hpp.
/// @throws NotConvergedError if elements are inverted or the domain of a constitutive model is
/// left.
/// @note Collective.
void requireInDomain(const Equations& equations);

/// Removes the Dirichlet values that were imposed when the equations of statics were created.
/// @note Collective.
void removeInitialDirichletValues(Equations& equations);

/// Checks at the beginning of a step that loads and constraint residuals are representable numbers.
/// @param constraint_residual constraint residuals; nullptr without constraints
/// @throws InputError if the values come from the case file; the message names the load or
///   constraint
/// @throws NotConvergedError if the values arise in a time step
/// @note Collective.
void requireRepresentable(const Equations& equations, const Residual& residual, Vec constraint_residual);

}  // namespace tenon::analysis
