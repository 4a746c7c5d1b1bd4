// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsystypes.h>

#include <string>
#include <vector>

#include "solver/options/SystemSize.hpp"

namespace tenon::solver {

/// Properties of a linear system that determine the choice of a preset.
struct SystemTraits {
  /// True if the system has Lagrange multipliers.
  bool has_multipliers = false;
  bool has_few_multipliers = false;  ///< result of hasFewMultipliers() for the system
  /// True if the system has an assembled matrix from which a preconditioner can be constructed;
  /// false if it provides only matrix-vector products.
  bool has_entries = true;
  std::vector<std::string> asymmetric_contributors;  ///< names of the contributors that make A unsymmetric
  /// Size of the system, from which the factorisation time is estimated; total() = 0 if it is
  /// unknown.
  SystemSize size = {};
  /// Maximum estimated factorisation time for which `direct` is chosen [s].
  double direct_seconds = default_direct_seconds;
  /// Lower bound on the number of solves with the same matrix. If it exceeds 2, the admissible
  /// factorisation time increases in proportion.
  int solves_per_matrix = 1;
  /// True if all factors fit into half of the available memory of every machine.
  bool fits_into_memory = true;
  /// Key or option with which the user configures an iterative solver without naming a preset;
  /// empty if there is none. If it is set, `direct` is not chosen.
  std::string configured_by = {};
  /// True if the system consists of moving rigid bodies and particles that are connected by
  /// constraints. Apart from the mass matrix, A then contains hardly any couplings.
  bool has_only_joints = false;

  /// Returns true if no contributor makes A unsymmetric.
  bool isSymmetric() const { return asymmetric_contributors.empty(); }
};

/// Returns true if the number of multipliers is so small that multigrid on A need not take them
/// into account. Typical examples are constraints on the mean displacement or the volume of a whole
/// body.
/// @param multipliers  number of multipliers
/// @param unknowns  number of degrees of freedom, without multipliers
/// @return true if there are at most 32 multipliers and at least 1000 degrees of freedom per
///   multiplier
bool hasFewMultipliers(PetscInt multipliers, PetscInt unknowns);

}  // namespace tenon::solver
