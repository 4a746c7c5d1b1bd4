// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/Communicator.hpp"
#include "tenon/simulation/results/Output.hpp"
#include "tenon/system/MechanicalSystem.hpp"
#include "tenon/system/forms/LinearSystem.hpp"
#include "tenon/system/operators/ConstraintJacobian.hpp"

namespace tenon::analysis {
struct Snapshot;
struct Solution;
struct SolutionRequest;
}  // namespace tenon::analysis

namespace tenon::solver {
class OptionsDatabase;
}

namespace tenon::simulation {

struct Additions;
struct CaseFile;
struct Setup;

/// Options with which a case is opened.
struct SimulationOptions {
  /// PETSc options in the form of command-line arguments, such as {"-ksp_rtol", "1e-10"}. They
  /// override options of the same name in the case.
  std::vector<std::string> petsc_words{};
  /// Values of parameters that replace those of the case, such as "young=65000".
  std::vector<std::string> settings{};
  /// True if unused PETSc options are accepted. An option is unused if no solver queries it.
  bool allow_unused = false;
  /// True if the simulation has its own database of PETSc options; false if it uses the default
  /// database, like the program `tenon`.
  bool separate_options = true;
};

/// Case that a program drives step by step:
///
///   simulation::Simulation simulation(comm, "pendulum.yaml");
///   simulation.record({"results/pendulum"});
///   for (simulation.begin(); !simulation.isDone();) simulation.advance();
///   simulation.finishRecording();
///
/// Several simulations may exist at the same time, even on communicators that share ranks. Each has
/// its own database of PETSc options, which does not affect the default database of the program.
/// MPI and PETSc must be initialised; see base::attachToHost().
/// @note Construction, destruction and all members are collective unless noted otherwise.
class Simulation {
 public:
  /// Reads a case and creates its bodies, contributors, constraints, analysis and solver.
  /// @param comm       communicator, which must outlive the simulation
  /// @param case_file  path of the case file
  /// @param options    options with which the case is opened
  /// @throws InputError with every problem that can be found without a solve
  /// @throws FileError if missing files are the only problem
  Simulation(const base::Communicator& comm, const std::string& case_file, const SimulationOptions& options = {});
  /// Creates the simulation of a case that a host program has created, with the contributors and
  /// the meshes that the program adds.
  /// @param comm       communicator, which must outlive the simulation
  /// @param file       case, from CaseFile::fromText() or CaseFile::read()
  /// @param additions  contributors and meshes; used by the constructor only
  /// @param options    options with which the case is opened
  /// @throws InputError with every problem that can be found without a solve
  /// @throws FileError if missing files are the only problem
  Simulation(const base::Communicator& comm, const CaseFile& file, const Additions& additions,
             const SimulationOptions& options = {});
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// Returns the communicator. @note Not collective.
  const base::Communicator& comm() const;
  /// Returns the title of the case, or the name of its file. @note Not collective.
  std::string title() const;
  /// Returns the case. @note Not collective.
  const CaseFile& caseFile() const;
  /// Returns the mechanical system. @note Not collective.
  system::MechanicalSystem& mechanics();
  /// Returns the linear system that the solver uses. @note Not collective.
  const system::LinearSystem& linearSystem() const;
  /// Returns the constraint Jacobian that the solver uses; nullptr without constraints.
  /// @note Not collective.
  const system::ConstraintJacobian* constraints() const;
  /// Returns the coefficients m, b and k of the system matrix A = m M + b B + k K of the analysis.
  /// @note Not collective.
  system::Factors factors() const;

  /// Checks that the model restrains all rigid-body modes that must be restrained for the analysis.
  /// @throws InputError otherwise
  void requireSupported();
  /// Returns the numbers of unknowns, multipliers and ranks as a string for the log.
  std::string describeSize() const;

  /// Begins the analysis: checks that the model fulfils the requirements of the analysis and, for a
  /// transient analysis, computes consistent initial velocities and accelerations. advance() calls
  /// this function if necessary.
  /// @throws InputError if the model does not fulfil the requirements
  void begin();
  /// Returns true if the analysis has begun. @note Not collective.
  bool hasBegun() const;
  /// Computes the next step.
  /// @throws NotConvergedError if the step fails with the smallest step size; the states are then
  ///   those at the beginning of the step
  /// @throws InputError if the analysis has been completed
  void advance();
  /// Computes all remaining steps.
  void run();
  /// Returns true if all steps have been completed. @note Not collective.
  bool isDone() const;
  /// Returns the number of completed steps. @note Not collective.
  int numCompletedSteps() const;
  /// Returns the number of steps of the whole analysis if no (further) step is subdivided.
  /// @note Not collective.
  int numSteps() const;
  /// Returns the time at the end of the last step. @note Not collective.
  double time() const;
  /// Returns the solution in the current state.
  /// @param request  parts that are computed in addition to the multipliers
  analysis::Solution solution(const analysis::SolutionRequest& request) const;
  /// Returns the Lagrange multipliers of the rows of this rank, by constraint. @note Collective.
  std::map<std::string, std::vector<double>> multipliers() const;

  /// Returns the complete state, from which the following steps can be repeated.
  /// @throws InputError if the analysis has not begun or does not support snapshots
  std::shared_ptr<const analysis::Snapshot> snapshot() const;
  /// Restores a state that snapshot() of the same simulation has returned.
  /// @throws InputError if results are being recorded, because steps would otherwise be written
  ///   twice
  void restore(const analysis::Snapshot& snapshot);

  /// Announces that the program has changed a stiffness, a mass or a constraint, so that the next
  /// step reassembles all matrices. Loads and prescribed values are evaluated in each step and need
  /// no announcement. The number of rows of each constraint must not change.
  void invalidate();
  /// Assembles A and G in the current state with given coefficients.
  void assemble(const system::Factors& factors);
  /// Assembles A and G in the current state with the coefficients of the analysis.
  void assemble() { assemble(factors()); }
  /// Returns the right-hand side b of the equations A x = b + G^T lambda in the current state, for
  /// the coefficients of the last assemble().
  la::Vector rightHandSide() const;
  /// Solves A dx - G^T mu = f, G dx + C mu = g with the matrices of the current state.
  /// @param f   right-hand side of the degrees of freedom
  /// @param g   right-hand side of the constraint rows, whose entries this function may modify;
  ///   nullptr without constraints
  /// @param dx  receives the solution
  /// @param mu  receives the multipliers; nullptr without constraints
  /// @throws NotConvergedError if the solver fails
  void solveFor(Vec f, Vec g, Vec dx, Vec mu);

  /// Writes the results of the following steps to files, as `tenon run` does. Called before the
  /// first step.
  /// @throws InputError if steps have already been computed, or if a file would be written outside
  ///   the allowed folders
  /// @throws FileError if a file cannot be written
  void record(const RecordingOptions& options);
  /// If results are recorded and the analysis supports checkpoints, makes the signals SIGTERM and
  /// SIGUSR1 end the simulation: after the current step, a checkpoint is written and advance()
  /// throws an Error with exit code 6. Otherwise, this function does nothing.
  void endOnSignals();
  /// Returns true if results are being recorded. @note Not collective.
  bool isRecording() const;
  /// Writes the remaining data of recorded results: summary, options and tables.
  /// @throws FileError if a file cannot be written
  void finishRecording();
  /// Returns the summary of the current state as JSON text, with the keys of `--summary`.
  std::string summary() const;

  /// Scope in which the PETSc options of this simulation are active. The members of Simulation open
  /// the scope themselves; a program must open the scope before it uses mechanics() or
  /// linearSystem() directly.
  class Scope {
   public:
    /// Begins the scope; the simulation must outlive it.
    explicit Scope(const Simulation& simulation);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
  };

  /// Returns the objects of the simulation that have no public headers, for the modules of tenon.
  /// @note Not collective.
  Setup& setup();

 private:
  struct Implementation;
  std::unique_ptr<solver::OptionsDatabase> database_;  // nullptr: the default database is used
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tenon::simulation
