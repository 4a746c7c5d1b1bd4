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

/// Sources of a PETSc option, in order of increasing precedence.
enum class OptionSource {
  preset,       ///< preset of the solver
  environment,  ///< environment variable PETSC_OPTIONS, including files that it names
  caseFile,     ///< block `petsc`, or another block, of the case
  file,         ///< file named by -options_file on the command line
  commandLine   ///< command line of the program
};

/// PETSc option with its source, such as -ksp_rtol 1e-8 from case.yaml:12.
struct SourcedOption {
  std::string name;                  ///< name with one leading dash
  std::optional<std::string> value;  ///< value; std::nullopt for a flag
  /// Source of the option.
  OptionSource source;
  /// Description of the source for messages, such as "the command line", "case.yaml:12" or "the
  /// preset 'schur'".
  std::string where;
};

/// PETSc option that a solver has queried or will query.
struct KnownOption {
  /// Name with one leading dash.
  std::string name;
  /// True if the option requires a value, false for a flag.
  bool needs_value = false;
};

/// Manager of PETSc's options database that keeps track of the source of each option. The sources
/// are, in order of increasing precedence,
///   preset < environment (PETSC_OPTIONS) < block `petsc` of the case < files of -options_file
///     < command line.
/// The destructor restores the database, so that several cases can be solved one after another.
class SolverOptions {
 public:
  /// Treatment of options that no solver has queried.
  enum class UnusedOptions {
    accept,  ///< Unused options are accepted.
    reject,  ///< Unused options from the case, from files and from the command line are rejected.
    /// Unused options are rejected, as for `reject`, except those of Newton's method and of
    /// eigenvalue solvers. This value is intended for commands that use neither of these solvers.
    rejectSolverOptions
  };

  /// Creates the object with the options from the command line and the environment.
  /// @param command_line  arguments that were passed to base::Runtime; all other entries of the
  ///   database belong to the environment
  /// @param unused  treatment of unused options
  /// @param comm  communicator of the solver, which may be a part of all ranks
  /// @throws InputError if a file named by -options_file does not exist, cannot be parsed by PETSc,
  ///   or contains an option that PETSc reads before the file
  /// @throws FileError if an option in one of these files names an output file that cannot be
  ///   written
  /// @note Collective over `comm` if -options_file is used, because the root reads the files and
  ///   broadcasts their contents.
  explicit SolverOptions(const std::vector<std::string>& command_line = {},
                         UnusedOptions unused = UnusedOptions::accept,
                         const base::Communicator& comm = base::Communicator::world());
  /// Restores the options database.
  ~SolverOptions();
  SolverOptions(const SolverOptions&) = delete;
  SolverOptions& operator=(const SolverOptions&) = delete;

  /// Adds the block `petsc` of a case. The block may be undefined. Its entries have the form `name:
  /// value`, where the leading dash of the name may be omitted. The value of a flag is empty or
  /// true. Arrays, whose entries PETSc expects to be separated by commas, are given as lists.
  /// @param petsc_block  block `petsc` of the case
  /// @throws InputError if the name of an entry is invalid, if PETSc reads the option before the
  ///   case, or if the option or its value is not permitted in case files, because case files are
  ///   not trusted. The message has one line per entry.
  /// @note Not collective, but must be called on every rank.
  void addCase(const base::CaseNode& petsc_block);

  /// Adds one option that is given in another block of the case.
  /// @param name   name with the leading dash
  /// @param value  value in the notation of the block `petsc`
  void addCase(const std::string& name, const base::CaseNode& value);
  /// Adds one option whose value is a number.
  /// @param name   name with the leading dash
  /// @param value  value
  /// @param place  node of the case for messages
  void addCase(const std::string& name, double value, const base::CaseNode& place);

  /// Adds a preset, the weakest source.
  /// @param preset  preset; its options for one rank are added only if the communicator has one
  ///   rank
  /// @param prefix  prefix of the solver's options if there are several solvers; matrix options
  ///   (-mat...) are not prefixed
  /// @note Not collective, but must be called on every rank.
  void addPreset(const Preset& preset, const std::string& prefix = "");

  /// Removes those options of a preset that no stronger source has replaced.
  /// @param preset  preset that addPreset() added
  /// @param prefix  prefix with which the preset was added
  void removePreset(const Preset& preset, const std::string& prefix = "");

  /// Returns the options in effect, sorted by name. Each option has the value of its strongest
  /// source.
  std::vector<SourcedOption> activeOptions() const;
  /// Returns true if any source sets an option whose name begins with `prefix`, regardless of case.
  bool hasOptionWithPrefix(const std::string& prefix) const;
  /// Returns true if the case, a file or the command line sets an option whose use can be checked
  /// only after the set-up of a solver. Options that every solver queries, and those of Newton's
  /// method and of eigenvalue solvers, are not taken into account. With UnusedOptions::accept the
  /// result is false.
  bool hasUncheckedOptions() const;
  /// Returns the value of an option in effect, or std::nullopt if no source sets the option. The
  /// value of a flag is empty.
  /// @param name  name with the leading dash
  std::optional<std::string> value(const std::string& name) const;

  /// Returns the first option with which the user configures a preconditioner, a Krylov method or a
  /// part of one of these, together with its source. The string is empty if there is none.
  /// Tolerances, limits and monitors are not taken into account, because their meaning does not
  /// depend on the preset.
  std::string configuringOption() const;

  /// Checks for meaningless numbers that PETSc would accept silently.
  /// @throws InputError if a value is NaN, if a relative tolerance lies outside [0, 1), or if an
  ///   absolute tolerance or a limit is negative
  /// @note Not collective; the result is identical on all ranks.
  void requireNumbers() const;

  /// Checks that the options from the case, from files and from the command line are used. Called
  /// after the set-up of the solver and before the solve. With UnusedOptions::accept the function
  /// does nothing.
  /// @param comm  communicator of the solver
  /// @param known  function that returns the options that solvers query; called only if an option
  ///   was not queried or lacks a value
  /// @throws InputError if an option was not queried by any rank and is not among `known`, or if an
  ///   option lacks its value. The message has one line per option, with the nearest known name.
  /// @note Collective.
  void requireKnown(const base::Communicator& comm, const std::function<std::vector<KnownOption>()>& known) const;

  /// Prints a warning for each option that is still unused after the solve, except options of the
  /// preset. With UnusedOptions::accept the function does nothing.
  /// @note Collective.
  void warnAboutUnused(const base::Communicator& comm) const;

 private:
  void addFile(const std::string& path, OptionSource source, const std::string& where);
  void add(SourcedOption option);
  SourcedOption* find(const std::string& name);
  std::vector<SourcedOption> unused(const base::Communicator& comm) const;

  UnusedOptions unused_;
  base::Communicator comm_;
  std::vector<SourcedOption> options_;   // Options in effect, one for each name.
  std::vector<SourcedOption> replaced_;  // Previous entries of the database that were replaced.
  std::vector<std::string> inserted_;    // Names that were not in the database before.
};

}  // namespace tenon::solver
