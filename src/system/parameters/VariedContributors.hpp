// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "system/parameters/MovedReference.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// Contributors that are created again from their definition with another value of a parameter.
/// They act on the states of the model, but do not belong to it.
struct VariedContributors {
  /// Constraints of one entry of the case, which may create several constraints.
  struct ConstraintEntry {
    std::size_t first;  ///< index of the first constraint in MechanicalSystem::constraints()
    std::vector<std::unique_ptr<constraint::Constraint>> constraints;  ///< consecutive constraints
  };

  std::vector<std::unique_ptr<force::ForceField>> forces;                   ///< forces and interactions
  std::vector<std::unique_ptr<mass::Mass>> masses;                          ///< masses
  std::vector<ConstraintEntry> constraints;                                 ///< constraints with multipliers
  std::vector<std::unique_ptr<constraint::DirichletCondition>> conditions;  ///< Dirichlet conditions
  /// Changes of the reference configuration in which the contributors are created and evaluated.
  std::vector<NodeMoves> moves;
};

/// Function that creates the contributors that depend on a parameter, for a value of it.
/// @throws InputError if the value is not admissible
/// @note Collective.
using MakeVariedContributors = std::function<VariedContributors(double value)>;

}  // namespace tenon::system
