// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <limits>

#include "Snapshot.hpp"
#include "Solution.hpp"

namespace tenon::analysis {

/// Run of an analysis that a program advances step by step; Analysis::begin() creates it. After
/// each step, the objects contain the displacements, velocities and accelerations of the step.
///
/// Loads, prescribed values and their histories may be changed between steps; they are evaluated
/// again in each step. After any change of a stiffness, a mass or a constraint, call
/// Equations::invalidate().
/// @note All functions that evaluate, advance or restore are collective.
class AnalysisRun {
 public:
  /// Function that evaluates the solution in the current state; nothing is computed before it is
  /// called.
  /// @note Collective.
  using SolutionEvaluator = std::function<Solution(const SolutionRequest&)>;
  /// Callback after each completed step, whose state is in the objects. Steps count from 1.
  using StepCallback = std::function<void(int step, double time, const SolutionEvaluator& evaluate_solution)>;

  /// Number of steps that selects all steps.
  static constexpr int all_steps = std::numeric_limits<int>::max();

  virtual ~AnalysisRun() = default;
  AnalysisRun(const AnalysisRun&) = delete;
  AnalysisRun& operator=(const AnalysisRun&) = delete;

  /// Returns true if the analysis is complete: no step is left.
  virtual bool isDone() const = 0;
  /// Returns true if the last completed step is the last one that can be made: the analysis is
  /// complete, or it has made the maximum number of steps and advance() would fail.
  virtual bool isLast() const { return isDone(); }
  /// Computes the next step.
  /// @throws NotConvergedError if the step fails; states and multipliers are then those at its
  ///   beginning, and the run can be continued, for example with other loads. Time integrators that
  ///   cannot repeat a step need restore() first.
  /// @throws InternalError if isDone()
  /// @note Collective.
  virtual void advance() = 0;
  /// Returns the number of the last completed step; 0 before the first one.
  virtual int numCompletedSteps() const = 0;
  /// Returns the time of the current state: for modes, the number of the mode.
  virtual double time() const = 0;
  /// Returns the number of steps of the whole run if no additional step is subdivided.
  virtual int numSteps() const = 0;
  /// Returns true if the state before the first advance() is a step to be reported: step 0 of a
  /// transient analysis, or the step of the checkpoint from which the run continues.
  virtual bool reportsStart() const { return false; }

  /// Returns the solution in the current state; iterations and seconds are sums over all solves.
  /// @note Collective.
  virtual Solution evaluateSolution(const SolutionRequest& request = {}) const = 0;

  /// Returns the complete current state, for restore() and checkpoints. The run continues as
  /// without the call.
  /// @throws InputError if the analysis does not support snapshots; the message names it
  /// @note Collective.
  virtual Snapshot snapshot() const = 0;
  /// Returns to a snapshot of this run, earlier or later than the current state. With a direct
  /// solver the continuation is identical, to the last bit, to that after the snapshot.
  /// @throws InputError if the analysis does not support snapshots; the message names it
  /// @note Collective.
  virtual void restore(const Snapshot& snapshot) = 0;

  /// Computes the remaining steps up to the step `last`.
  /// @param on_step receives the start, if reportsStart(), and each step
  /// @return the last solution
  /// @throws NotConvergedError if a step fails
  /// @note Collective.
  Solution complete(const StepCallback& on_step = {}, int last = all_steps);

 protected:
  AnalysisRun() = default;
  /// Checks that a snapshot belongs to a run of the same analysis.
  /// @param scheme steps of this run
  /// @throws InputError otherwise
  static void requireSame(const SteppingScheme& scheme, const Snapshot& snapshot);
  /// Checks that advance() may be called.
  /// @throws InternalError if isDone()
  void requireNotDone() const;
};

}  // namespace tenon::analysis
