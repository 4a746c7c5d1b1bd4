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
enum class OptionSource { preset, environment, caseFile, commandLine };

/// One PETSc option with its source, e.g. -ksp_rtol 1e-8 from case.yaml:12.
struct SourcedOption {
  std::string name;                  ///< with one leading dash
  std::optional<std::string> value;  ///< none: a flag
  OptionSource source;
  std::string where;  ///< for a person: "the command line", "case.yaml:12", "the preset 'schur'"
};

/// PETSc's options database with the sources kept apart, while this object lives:
///   preset < environment (PETSC_OPTIONS, .petscrc) < the case's `petsc:` block < command line.
/// The database is put back as it was in the end, so that several cases can be solved one after the other.
class SolverOptions {
 public:
  /// `command_line`: the words that base::Runtime was given; what else the database holds is the environment's.
  explicit SolverOptions(const std::vector<std::string>& command_line = {});
  ~SolverOptions();
  SolverOptions(const SolverOptions&) = delete;
  SolverOptions& operator=(const SolverOptions&) = delete;

  /// Adds the case's `petsc:` block: `name: value`, the name with or without its leading dash, an empty value or true
  /// for a flag, a list for PETSc's comma-separated arrays. InputError for what is no option. May be undefined.
  void addCase(const base::CaseNode& petsc_block);

  /// Adds what another block of the case says as one option of that source.
  void addCase(const std::string& name, const base::CaseNode& value);

  /// Adds a preset, the weakest source. `prefix`: of the solver it is for, where several live at once; options of
  /// matrices (-mat...) have none.
  void addPreset(const Preset& preset, const std::string& prefix = "");

  /// What is in force: every option that any source gave, the strongest source's value. By name.
  std::vector<SourcedOption> inForce() const;
  /// Whether any source gives an option whose name begins like this.
  bool any(const std::string& beginning) const;
  /// Value in force; none where no source gives it; empty for a flag.
  std::optional<std::string> value(const std::string& name) const;

  /// Collective. After the solve: InputError for each option of the case or the command line that no rank used, with
  /// the nearest of the `known` names; a warning for those of the environment. Options of the preset may stay unused.
  /// With `allow_unused` nothing happens. `known` is asked for only when there is something to suggest.
  void checkUsed(const base::Communicator& comm, bool allow_unused,
                 const std::function<std::vector<std::string>()>& known) const;

 private:
  void add(SourcedOption option);
  SourcedOption* find(const std::string& name);
  std::vector<std::string> unused(const base::Communicator& comm) const;

  std::vector<SourcedOption> options_;   // the strongest of each name
  std::vector<SourcedOption> replaced_;  // what the database held before
  std::vector<std::string> inserted_;    // what it did not hold
};

}  // namespace tenon::solver
