// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/solver/options/Preset.hpp"

namespace tenon::solver {

/// Source of a PETSc option, in order of increasing precedence.
enum class OptionSource {
  preset,       ///< Preset.
  environment,  ///< Environment variable PETSC_OPTIONS.
  caseFile,     ///< Case file.
  file,         ///< File of -options_file.
  commandLine   ///< Command line.
};

/// PETSc option with its source, e.g. -ksp_rtol 1e-8 from case.yaml:12.
struct SourcedOption {
  std::string name;                  ///< Name with one leading dash.
  std::optional<std::string> value;  ///< Value; std::nullopt for a flag.
  /// Source of the option.
  OptionSource source;
  /// Place for messages: "the command line", "case.yaml:12", "the preset 'schur'".
  std::string where;
};

/// PETSc option that a solver queries or will query.
struct KnownOption {
  /// Name with one leading dash.
  std::string name;
  /// True if the option requires a value, false for a flag.
  bool needs_value = false;
};

/// PETSc's options database during the lifetime of this object, with sources kept apart:
///   preset < environment (PETSC_OPTIONS) < block `petsc` of the case < files of -options_file
///     < command line.
/// The destructor restores the database, so that several cases can be solved one after the other.
class SolverOptions {
 public:
  /// Treatment of unused options.
  enum class UnusedOptions {
    accept,  ///< Unused options are accepted.
    reject,  ///< Unused options of the case, of files and of the command line are errors.
    /// Unused options are errors, except those of Newton's method and of eigenvalue solvers, for a
    /// command that creates neither.
    rejectSolverOptions
  };

  /// Adds the options of the command line and of the environment.
  /// @param command_line  arguments that were passed to base::Runtime; all other entries of the
  ///   database belong to the environment
  /// @param unused  treatment of unused options
  /// @throws InputError if a file of -options_file does not exist or cannot be parsed by PETSc.
  /// @note Collective over all ranks of the program if there are such files: the root reads and
  ///   broadcasts them.
  explicit SolverOptions(const std::vector<std::string>& command_line = {},
                         UnusedOptions unused = UnusedOptions::accept);
  /// Restores the options database.
  ~SolverOptions();
  SolverOptions(const SolverOptions&) = delete;
  SolverOptions& operator=(const SolverOptions&) = delete;

  /// Adds the block `petsc` of a case, which may be undefined: `name: value`, the name with or
  /// without its leading dash, an empty value or true for a flag, a list for PETSc's
  /// comma-separated arrays.
  /// @param petsc_block  block `petsc` of the case
  /// @throws InputError if an entry is not an option, is read by PETSc before the case, or is a
  ///   viewer of a file, because case files are not trusted. The message has one line per entry.
  /// @note Not collective, but must be called on every rank.
  void addCase(const base::CaseNode& petsc_block);

  /// Adds one option that another block of the case contains.
  /// @param name   name with the leading dash
  /// @param value  value in the notation of the block `petsc`
  void addCase(const std::string& name, const base::CaseNode& value);

  /// Adds a preset, the weakest source.
  /// @param preset  preset; its options for one rank are added only if the program has one rank
  /// @param prefix  prefix of the solver if several coexist; options of matrices (-mat...) have
  ///   none
  /// @note Not collective, but must be called on every rank.
  void addPreset(const Preset& preset, const std::string& prefix = "");

  /// Removes the options of a preset unless a stronger source has replaced them.
  /// @param preset  preset that addPreset() added
  /// @param prefix  prefix with which it was added
  void removePreset(const Preset& preset, const std::string& prefix = "");

  /// Returns the options in effect, sorted by name: for each name the value of the strongest
  /// source.
  std::vector<SourcedOption> activeOptions() const;
  /// Returns true if any source sets an option whose name begins with `prefix`, regardless of case.
  bool hasOptionWithPrefix(const std::string& prefix) const;
  /// Returns true if the case or the command line sets an option whose use can be decided only
  /// after the set-up of a solver. Options that every solver queries do not count.
  bool hasUncheckedOptions() const;
  /// Returns the value in effect; std::nullopt if no source sets the option; empty for a flag.
  /// @param name  name with the leading dash
  std::optional<std::string> value(const std::string& name) const;

  /// Returns the first option by which the user configures the solver, i.e. a preconditioner or a
  /// Krylov method, with its source; empty if there is none. Tolerances, limits and monitors do not
  /// count, because their meaning does not depend on the preset.
  std::string configuringOption() const;

  /// Checks numbers that PETSc would accept silently although they have no meaning.
  /// @throws InputError for NaN, a relative tolerance outside [0, 1) or a negative limit.
  /// @note Not collective; the result is identical on all ranks.
  void requireNumbers() const;

  /// Checks the options of the case, of files and of the command line after the set-up of the
  /// solver, before the solve. With UnusedOptions::accept nothing happens.
  /// @param comm  communicator of the solver
  /// @param known  function that returns the options that solvers query; called only if an option
  ///   was not queried
  /// @throws InputError for each option that no rank has queried and that is not among `known`,
  ///   with the nearest of these names, and for each option without the value that it needs.
  /// @note Collective.
  void requireKnown(const base::Communicator& comm, const std::function<std::vector<KnownOption>()>& known) const;

  /// Prints a warning for each option that was not used by the end of the solve, except those of
  /// the preset. With UnusedOptions::accept nothing happens.
  /// @note Collective.
  void warnAboutUnused(const base::Communicator& comm) const;

 private:
  void addFile(const std::string& path, OptionSource source, const std::string& where);
  void add(SourcedOption option);
  SourcedOption* find(const std::string& name);
  std::vector<SourcedOption> unused(const base::Communicator& comm) const;

  UnusedOptions unused_;
  std::vector<SourcedOption> options_;   // Strongest option of each name.
  std::vector<SourcedOption> replaced_;  // Entries of the database before they were replaced.
  std::vector<std::string> inserted_;    // Names that the database did not contain before.
};

}  // namespace tenon::solver
