#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Communicator.hpp"
#include "tenon/solver/Preset.hpp"

namespace tenon::solver {

/// Where a PETSc option comes from; a later source wins over an earlier one.
enum class OptionSource { preset, environment, caseFile, file, commandLine };

/// One PETSc option with its source, e.g. -ksp_rtol 1e-8 from case.yaml:12.
struct SourcedOption {
  std::string name;                  ///< with one leading dash
  std::optional<std::string> value;  ///< none: a flag
  OptionSource source;
  std::string where;  ///< for a person: "the command line", "case.yaml:12", "the preset 'schur'"
};

/// An option that a solver has asked for, or will.
struct KnownOption {
  std::string name;
  bool needs_value = false;
};

/// PETSc's options database with the sources kept apart, while this object lives:
///   preset < environment (PETSC_OPTIONS) < the case's `petsc:` block < files of -options_file < command line.
/// The database is put back as it was in the end, so that several cases can be solved one after the other.
class SolverOptions {
 public:
  /// Treatment of unused options. `refuseOfSolver`: options of Newton's method and of eigenvalue solvers pass, for a
  /// command that makes neither.
  enum class Unused { pass, refuse, refuseOfSolver };

  /// `command_line`: the words that base::Runtime was given; what else the database holds is the environment's. Files
  /// that -options_file names are read by the root and announced: collective over all ranks of the program where there
  /// are any. InputError for a file that is missing or that PETSc does not understand.
  explicit SolverOptions(const std::vector<std::string>& command_line = {}, Unused unused = Unused::pass);
  ~SolverOptions();
  SolverOptions(const SolverOptions&) = delete;
  SolverOptions& operator=(const SolverOptions&) = delete;

  /// Adds the case's `petsc:` block: `name: value`, the name with or without its leading dash, an empty value or true
  /// for a flag, a list for PETSc's comma-separated arrays. InputError for what is no option, and for a viewer that
  /// writes a file: a case may come from anybody. May be undefined.
  void addCase(const base::CaseNode& petsc_block);

  /// Adds what another block of the case says as one option of that source.
  void addCase(const std::string& name, const base::CaseNode& value);

  /// Adds a preset, the weakest source. `prefix`: of the solver it is for, where several live at once; options of
  /// matrices (-mat...) have none.
  void addPreset(const Preset& preset, const std::string& prefix = "");

  /// Takes the options of a preset out again, where no stronger source has replaced them.
  void removePreset(const Preset& preset, const std::string& prefix = "");

  /// What is in force: every option that any source gave, the strongest source's value. By name.
  std::vector<SourcedOption> inForce() const;
  /// Whether any source gives an option whose name begins like this.
  bool any(const std::string& beginning) const;
  /// True if the case or the command line gives an option of which only a solver that has been set up can tell whether
  /// it is used: false for those that every solver asks for.
  bool anyDoubtful() const;
  /// Value in force; none where no source gives it; empty for a flag.
  std::optional<std::string> value(const std::string& name) const;

  /// Returns the first option by which the user configures the solver, a preconditioner or a Krylov method, with its
  /// source; empty if there is none. Tolerances, limits and monitors, which mean the same for every preset, are none.
  std::string configuringOption() const;

  /// InputError for each number that PETSc would take without a word and that means nothing: NaN, a relative tolerance
  /// outside of [0, 1), a negative limit. Not collective; the same on every rank.
  void requireNumbers() const;

  /// Collective. When the solver is set up, before it solves: InputError for each option of the case or the command
  /// line that no rank has asked for and that is none of the `known` names, with the nearest of them, and for each that
  /// came without the value it needs. With Unused::pass nothing happens. `known` is asked for only when there is doubt.
  void requireKnown(const base::Communicator& comm, const std::function<std::vector<KnownOption>()>& known) const;

  /// Collective. After the solve: a warning for each option that nothing used, but for those of the preset. With
  /// Unused::pass nothing happens.
  void warnOfUnused(const base::Communicator& comm) const;

 private:
  void addFile(const std::string& path, OptionSource source, const std::string& where);
  void add(SourcedOption option);
  SourcedOption* find(const std::string& name);
  std::vector<SourcedOption> unused(const base::Communicator& comm) const;

  Unused unused_;
  std::vector<SourcedOption> options_;   // the strongest of each name
  std::vector<SourcedOption> replaced_;  // what the database held before
  std::vector<std::string> inserted_;    // what it did not hold
};

}  // namespace tenon::solver
