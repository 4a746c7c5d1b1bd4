// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"

namespace tenon::solver {

struct SystemTraits;

/// Named list of PETSc options with the reason for their use. A preset is the weakest source of
/// options: the environment, the block `petsc` of the case and the command line each override it
/// (see SolverOptions).
struct Preset {
  /// Requirement of a preset regarding the Lagrange multipliers of a system.
  enum class Multipliers {
    required,  ///< The system must have multipliers.
    few,       ///< The system must have multipliers, preferably few (see hasFewMultipliers()).
    none,      ///< The system must not have multipliers.
    either     ///< The system may or may not have multipliers.
  };
  /// One PETSc option of a preset.
  struct Option {
    std::string name;   ///< name with the leading dash
    std::string value;  ///< value; empty for a flag
    /// Explanation of the option for help texts.
    std::string help;
    /// True if the option is set only if the program runs on one rank.
    bool on_one_rank_only = false;
  };

  /// Name by which a case selects the preset.
  std::string name;
  std::string reason;  ///< sentence that states when and why the preset is used
  /// Requirement regarding the Lagrange multipliers of the system.
  Multipliers multipliers = Multipliers::either;
  /// Options of the preset.
  std::vector<Option> options;
  /// True if the preset requires a symmetric A.
  bool needs_symmetry = false;
  /// True if the preset requires an assembled matrix, see SystemTraits::has_entries.
  bool needs_entries = true;
  /// True if the preset is preferred for systems with SystemTraits::has_only_joints.
  bool is_for_joints = false;
  /// True if the preset is intended for systems with second-order cells and is never chosen for
  /// others.
  bool is_for_second_order = false;
  /// True if the preset is never chosen automatically, because its suitability depends on
  /// properties of the constraint rows.
  bool is_selected_by_name_only = false;
};

/// Name of the preset that factorises the whole system.
inline constexpr const char* direct_preset = "direct";

/// Preset that was chosen automatically for a system, with a description of the reason.
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

  /// Returns the preset with the given name.
  /// @throws InputError if the name is unknown; the message suggests the nearest name
  const Preset& find(const std::string& name) const;

  /// Chooses the preset of a case that does not name one.
  ///
  /// The choice is `direct` if the system has an assembled matrix, the user does not configure the
  /// solver, the factorisation is sufficiently fast (see isFactoredQuickly()) and the factors fit
  /// into memory. The admissible time is longer if many solves use the same matrix. If `direct`
  /// is rejected only because of the time or the memory, and there are second-order cells, an
  /// applicable preset for such cells is chosen. In all other cases, including systems of unknown
  /// size, chooseIterative() determines the preset.
  /// @param system  properties of the system
  /// @return pointer to a preset of this object, and the reason for its choice
  /// @throws InputError if no preset is applicable to the system
  /// @note Not collective; the result is identical on all ranks if the properties are.
  /// @see docs/concepts/presets.md, "Default preset"
  PresetChoice choose(const SystemTraits& system) const;

  /// Returns the preset for joints if SystemTraits::has_only_joints is true, and otherwise the
  /// first applicable preset that is not restricted to second-order cells. Presets for few
  /// multipliers take precedence if SystemTraits::has_few_multipliers is true, and are omitted
  /// otherwise.
  /// @throws InputError if no preset is applicable
  const Preset& chooseIterative(const SystemTraits& system) const;

  /// Returns the names of all presets.
  std::vector<std::string> names() const;
  /// Returns all presets, in the order of registration.
  const std::vector<Preset>& all() const { return presets_; }

  /// Returns the presets as listed by `tenon list preset`. Each option is represented by a
  /// parameter whose default is the value of the option.
  std::vector<base::TypeInfo> types() const;

 private:
  /// Returns the first applicable preset for second-order cells; nullptr if there is none.
  const Preset* findSecondOrderPreset(const SystemTraits& system) const;

  std::vector<Preset> presets_;
};

/// Checks that a preset is applicable to a system.
/// @param preset   preset to be checked
/// @param presets  presets from which the message suggests others
/// @param system   properties of the system
/// @throws InputError if the preset is not applicable; the message states the reason and suggests
///   applicable presets
void requireApplicable(const Preset& preset, const Presets& presets, const SystemTraits& system);

/// Adds the presets of tenon. @throws InternalError if a preset of the same name exists.
void registerPresets(Presets& presets);

}  // namespace tenon::solver
