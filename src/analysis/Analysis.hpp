// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "AnalysisRun.hpp"
#include "TangentSolver.hpp"
#include "tenon/base/Registry.hpp"

namespace tenon::analysis {

class RunGradient;
struct GradientTerms;

/// Base class of all analyses of a mechanical system: equilibria, transient response, modes. The
/// block `analysis` of a case file selects one.
class Analysis {
 public:
  /// Function that evaluates the solution in the current state, see AnalysisRun.
  using SolutionEvaluator = AnalysisRun::SolutionEvaluator;
  /// Callback after each completed step, see AnalysisRun.
  using StepCallback = AnalysisRun::StepCallback;

  virtual ~Analysis() = default;
  Analysis(const Analysis&) = delete;
  Analysis& operator=(const Analysis&) = delete;

  /// Returns the time at which a run ends; 0 if the analysis has no time.
  virtual double endTime() const { return 0.0; }

  /// Returns the coefficients m, b and k of the system matrix.
  virtual Kinematics kinematics() const = 0;
  /// Returns the number of steps of a whole run, if it can be determined in advance.
  virtual int numSteps() const = 0;
  /// Returns true if a run without failed steps has exactly numSteps() steps; otherwise numSteps()
  /// is a lower bound.
  virtual bool hasFixedNumSteps() const { return true; }

  /// Checks that the model fulfils the requirements of the analysis.
  /// @throws InputError for example if rigid-body modes are not restrained or masses are missing
  /// @note Collective.
  virtual void requireSupported(Equations& equations) const = 0;
  /// Checks the requirements that run() verifies at its beginning, without a solve and without a
  /// change of the state.
  /// @throws InputError for example if the step size is too large or bodies overlap
  /// @note Collective.
  virtual void requireValidStart(Equations&, TangentSolver&, base::Phases&) const {}

  /// Returns a lower bound of the number of linear solves with one matrix. A large number makes a
  /// factorisation worthwhile.
  virtual int solvesPerMatrix() const { return 1; }

  /// Returns true if the analysis treats contact between rigid bodies by the contact laws of the
  /// model.
  virtual bool handlesRigidContacts() const { return false; }

  /// Value of `last` in run() that selects all steps.
  static constexpr int all_steps = AnalysisRun::all_steps;

  /// Begins a run from the current state, or from the snapshot of restartFrom().
  /// @param equations,solver,phases equations and their solver; they and this analysis must outlive
  ///   the run
  /// @param last number of steps that will be made; an analysis may use it to compute fewer modes
  /// @throws InputError if the model does not support the analysis
  /// @throws NotConvergedError if a consistent start of a transient analysis is not found
  /// @note Collective.
  virtual std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                             int last) = 0;
  /// Begins a run of all steps, see the overload with `last`. @note Collective.
  std::unique_ptr<AnalysisRun> begin(Equations& equations, TangentSolver& solver, base::Phases& phases) {
    return begin(equations, solver, phases, all_steps);
  }

  /// Advances the analysis from the current state.
  /// @param last number of steps; all steps are made if the analysis has fewer
  /// @return the last solution; iterations and seconds are sums over all solves
  /// @throws NotConvergedError if a linear solve or Newton's method fails
  /// @note Collective.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const StepCallback& on_step) {
    return begin(equations, solver, phases, last)->complete(on_step, last);
  }
  /// Runs all steps, see the overload with `last`.
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, const StepCallback& on_step = {}) {
    return run(equations, solver, phases, all_steps, on_step);
  }

  /// Prepares the gradient of the next run, which the following begin() returns; the gradient must
  /// outlive this run. RunGradient::addStep() must be called after each step.
  /// @throws InputError if gradients of this analysis or of the model are not available
  /// @note Collective.
  virtual std::unique_ptr<RunGradient> differentiate(Equations& equations, TangentSolver& solver, base::Phases& phases,
                                                     const GradientTerms& terms);
  /// Reduces the tolerance of Newton's method to at most the given value, for gradients, whose
  /// error is proportional to the residual of the solution.
  virtual void limitTolerance(double /*largest*/) {}

  /// Returns true if a run can be continued from a checkpoint of another run.
  virtual bool canRestart() const { return false; }
  /// Returns the description of the steps that a checkpoint stores, see SteppingScheme.
  virtual SteppingScheme steppingScheme() const { return {}; }
  /// Sets the snapshot from which the next run begins. The first step that this run reports is the
  /// step of the snapshot.
  virtual void restartFrom(Snapshot) {
    throw base::InternalError("This analysis cannot be restarted from a snapshot.");
  }

 protected:
  Analysis() = default;
};

/// Registry of the analyses by the name of `type` in a case file.
using AnalysisRegistry = base::Registry<Analysis>;

/// Registers the analyses `arc-length`, `buckling`, `modal`, `static` and `transient`.
void registerAnalyses(AnalysisRegistry& analyses);

/// Analysis of a case file without a block `analysis`.
inline constexpr const char* default_analysis = "static";

}  // namespace tenon::analysis
