// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "EvaluationTable.hpp"
#include "FieldVariables.hpp"
#include "OptimiseBlock.hpp"
#include "ScaledParameter.hpp"
#include "simulation/StopSignal.hpp"
#include "simulation/gradient/GradientRun.hpp"
#include "solver/minimisation/TaoMinimisation.hpp"
#include "solver/options/SolverOptions.hpp"
#include "tenon/simulation/reading/Additions.hpp"

namespace tenon::simulation {

/// Progress of an optimisation after an iteration.
struct OptimisationProgress {
  int iteration = 0;               ///< number of completed iterations
  int evaluations = 0;             ///< number of evaluations so far
  double value = 0.0;              ///< objective
  double gradient = 0.0;           ///< norm of the projected gradient with respect to the scaled parameters
  double step = 0.0;               ///< largest change of a scaled parameter in this iteration
  std::vector<double> parameters;  ///< values of the parameters at the best point so far
};

/// Options of an optimisation.
struct OptimisationOptions {
  std::vector<std::string> parameters;   ///< names of parameters; empty for an automatic selection
  OptimiseBlock block;                   ///< method and tolerances
  EvaluationTableOptions table;          ///< table of all evaluations
  std::string fields_file;               ///< HDF5 file of the best values of fields; empty if there is none
  std::vector<std::string> identifiers;  ///< further texts that identify the optimisation in its table
  Additions additions;                   ///< contributors and meshes of a host program
  bool allow_unused = false;             ///< true if unused PETSc options are accepted
  bool end_on_signals = true;            ///< true if SIGINT, SIGTERM and SIGUSR1 end it after the current evaluation
  std::vector<std::string> petsc_words;  ///< PETSc options
  /// Called on all ranks after each iteration; may throw to end the optimisation.
  std::function<void(const OptimisationProgress&)> on_iteration;
};

/// Best values of a parameter with one value per cell.
struct FieldOptimum {
  GradientParameter parameter;      ///< parameter
  system::CellValues cells;         ///< cells of this rank and their best values
  std::vector<double> derivatives;  ///< [cells] derivatives of the objective
};

/// Result of an optimisation.
struct OptimisationResult {
  solver::MinimisationResult minimisation;    ///< why it has ended
  std::vector<GradientParameter> parameters;  ///< numbers with their initial values
  std::vector<FieldOptimum> fields;           ///< parameters with one value per cell, at the best values
  Evaluation first, best;                     ///< evaluation of the initial values; evaluation of the best values
  int num_evaluations = 0;                    ///< number of evaluations, including those read from the table
  int num_recorded = 0;                       ///< number of evaluations read from the table
  int num_failed = 0;                         ///< number of failed runs
  std::string signal;                         ///< name of the signal that has ended the optimisation, or empty
};

/// Optimisation of the parameters of a case: a minimisation of its objectives, each of whose
/// evaluations is a run with adjoint equations. A run that does not converge, or whose parameters
/// are not admissible, is a point without a value.
class Optimisation {
 public:
  /// Reads the parameters and opens the table.
  /// @throws InputError if the block `optimise`, the parameters or the options are invalid
  /// @note Collective.
  Optimisation(const base::Communicator& comm, CaseFile file, OptimisationOptions options);

  /// Executes the optimisation.
  /// @throws InputError if the case has errors or no derivative
  /// @throws NotConvergedError if the run with the initial values does not converge
  /// @note Collective.
  OptimisationResult run();

  /// Returns the case with the best values of the parameters. @note Collective.
  CaseFile bestCase(const OptimisationResult& result) const;

 private:
  /// Ends the minimisation for a reason other than those of TAO.
  struct End {
    std::string reason, signal;
  };

  /// Best point of an optimisation with fields.
  struct FieldPoint {
    std::vector<double> x;  // variables of this rank
    std::vector<FieldOptimum> fields;
  };

  std::optional<solver::FunctionValue> evaluate(const std::vector<double>& x);
  const Evaluation* known(const std::vector<double>& values, const std::vector<double>& x) const;
  std::vector<double> numbersAt(const std::vector<double>& x) const;
  CaseFile caseAt(const std::vector<double>& values, const std::vector<double>& x) const;
  gsl::span<const double> variablesOf(std::size_t field, const std::vector<double>& x) const;
  std::vector<GradientParameter> allParameters(const std::vector<double>& values) const;
  solver::FunctionValue functionOf(const Evaluation& evaluation, const std::vector<double>& x) const;
  void prepareFields();
  void keepBest(const Evaluation& evaluation, const std::vector<double>& x);
  void requireFields() const;
  Evaluation runAt(const std::vector<double>& values, const std::vector<double>& x);
  void endOnSignal();
  void requireFewFailures(const Evaluation& evaluation);
  void report(const solver::Iterate& iterate);
  std::string fingerprint() const;
  solver::MinimisationProblem problem();
  solver::MinimisationSettings settings() const;

  base::Communicator comm_;
  CaseFile file_;
  OptimisationOptions options_;
  solver::SolverOptions petsc_;
  std::vector<GradientParameter> parameters_;        // numbers
  std::vector<ScaledParameter> scaled_;              // numbers as variables, all of which the root owns
  std::vector<GradientParameter> field_parameters_;  // parameters with one value per cell
  std::vector<FieldVariables> fields_;               // their variables, after the first run
  std::optional<GradientRunResult> last_run_;        // last run that has succeeded, at last_x_
  std::vector<double> last_x_;
  FieldPoint best_;
  std::unique_ptr<EvaluationTable> table_;
  StopSignal signal_;
  int num_recorded_ = 0, num_successive_failures_ = 0, iteration_ = 0;
};

}  // namespace tenon::simulation
