// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscsystypes.h>

#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"
#include "tenon/solver/options/SystemSize.hpp"

namespace tenon::solver {

/// Properties of a linear system that determine the choice of a preset.
struct SystemTraits {
  /// True if the system has Lagrange multipliers.
  bool has_multipliers = false;
  bool has_few_multipliers = false;  ///< True if hasFewMultipliers() returns true for the system.
  /// True if a matrix is stored from which a preconditioner can be constructed; false if only
  /// products are available.
  bool has_entries = true;
  std::vector<std::string> asymmetric_contributors;  ///< Names of the contributors that make A unsymmetric.
  /// Size of the system, which decides whether `direct` is chosen; total() = 0: unknown.
  SystemSize size = {};
  /// Longest estimated factorisation time for which `direct` is chosen [s].
  double direct_seconds = default_direct_seconds;
  /// Minimum number of solves with the same matrix. More than 2 solves increase the admissible
  /// factorisation time in proportion.
  int solves_per_matrix = 1;
  bool fits_into_memory = true;  ///< True if the factors fit into the memory of all machines.
  /// Key or option by which the user configures an iterative solver without naming a preset; the
  /// preset `direct` is then not chosen. Empty if there is none.
  std::string configured_by = {};
  /// True if the system consists of moving rigid bodies and particles that are joined by
  /// multipliers, so that A contains hardly any couplings except those of the masses.
  bool has_only_joints = false;

  /// Returns true if no contributor makes A unsymmetric.
  bool isSymmetric() const { return asymmetric_contributors.empty(); }
};

/// Returns true if there are so few multipliers per degree of freedom that multigrid on A need not
/// take them into account and a more robust treatment is unnecessary. Typical examples are
/// constraints on the mean displacement or the volume of a whole body.
/// @param multipliers  number of multipliers
/// @param unknowns  number of degrees of freedom
/// @return True if there are at most 32 multipliers and at least 1000 degrees of freedom for each.
bool hasFewMultipliers(PetscInt multipliers, PetscInt unknowns);

/// Named list of PETSc options with the reason for its use. A preset is the weakest source of
/// options: the environment, the block `petsc` of the case and the command line each override it
/// (SolverOptions).
struct Preset {
  /// Requirement of a preset on the Lagrange multipliers of a system.
  enum class Multipliers {
    required,  ///< The system must have multipliers.
    few,       ///< The system must have multipliers; the preset is best if hasFewMultipliers().
    none,      ///< The system must not have multipliers.
    either     ///< The system may have multipliers.
  };
  /// One PETSc option of a preset.
  struct Option {
    std::string name;   ///< Name with the leading dash.
    std::string value;  ///< Value; empty for a flag.
    /// Explanation in the output of `tenon list preset`.
    std::string help;
    /// True if the option is set only in runs on one rank.
    bool on_one_rank_only = false;
  };

  /// Name by which a case selects the preset.
  std::string name;
  std::string reason;  ///< One sentence: when and why the preset is used.
  /// Requirement on the Lagrange multipliers of the system.
  Multipliers multipliers = Multipliers::either;
  /// Options of the preset.
  std::vector<Option> options;
  /// True if A must be symmetric.
  bool needs_symmetry = false;
  /// True if the entries of A must be stored.
  bool needs_entries = true;
  /// True if the preset is preferred whenever SystemTraits::has_only_joints is true.
  bool is_for_joints = false;
  /// True if the preset is preferred for systems with second-order cells and never chosen for
  /// others.
  bool is_for_second_order = false;
  /// True if the preset is never chosen automatically, because its suitability depends on the
  /// constraint rows themselves.
  bool is_selected_by_name_only = false;
};

/// Name of the preset that factors the whole system.
inline constexpr const char* direct_preset = "direct";

/// Preset that was chosen for a system, with the reason in words.
struct PresetChoice {
  /// Chosen preset.
  const Preset* preset = nullptr;
  /// Reason for the choice.
  std::string reason;
};

/// Available presets, in the order of registration.
class Presets {
 public:
  /// Adds a preset. @throws InternalError if a preset of this name exists.
  void add(Preset preset);

  /// Returns the preset of this name.
  /// @throws InputError if the name is unknown, with the nearest name as a suggestion.
  const Preset& find(const std::string& name) const;

  /// Returns the preset of a case that names none.
  ///
  /// The choice is `direct` if the entries of the system are stored, the user does not configure
  /// the solver, the factorisation is quick (isFactoredQuickly(), or slower if many solves use the
  /// same matrix), and the factors fit into the memory. If only the time or the memory is too
  /// large, and there are second-order cells, an applicable preset for these is chosen. In all
  /// other cases, also if the size is unknown, chooseIterative() decides.
  /// @param system  properties of the system
  /// @return The preset, a reference to an entry of this object, and the reason.
  /// @throws InputError if no preset suits the system.
  /// @note Not collective; the result is identical on all ranks if the properties are.
  /// @see docs/concepts/presets.md, "Default preset"
  PresetChoice choose(const SystemTraits& system) const;

  /// Returns the preset for joints if SystemTraits::has_only_joints is true, and otherwise the
  /// first suitable iterative preset among those for any order of cells. Presets for few
  /// multipliers come first if SystemTraits::has_few_multipliers is true, and are omitted
  /// otherwise.
  /// @throws InputError if there is none.
  const Preset& chooseIterative(const SystemTraits& system) const;

  /// Returns the names of all presets.
  std::vector<std::string> names() const;
  /// Returns all presets.
  const std::vector<Preset>& all() const { return presets_; }

  /// Returns the rows of `tenon list preset`: each option is a parameter whose default is the value
  /// in the preset.
  std::vector<base::TypeInfo> types() const;

 private:
  /// Returns the first suitable preset for second-order cells; nullptr if there is none.
  const Preset* findSecondOrderPreset(const SystemTraits& system) const;

  std::vector<Preset> presets_;
};

/// Checks that a preset is applicable to a system.
/// @param preset   preset to be checked
/// @param presets  presets from which the message suggests others
/// @param system   properties of the system
/// @throws InputError otherwise; the message lists suitable presets and the contributors that make
///   A unsymmetric.
void requireApplicable(const Preset& preset, const Presets& presets, const SystemTraits& system);

/// Adds the presets of tenon. @throws InternalError if a preset of the same name exists.
void registerPresets(Presets& presets);

}  // namespace tenon::solver
