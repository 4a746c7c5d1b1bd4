// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>

#include "ContactImpulses.hpp"
#include "LocalError.hpp"
#include "StepControl.hpp"
#include "analysis/Snapshot.hpp"
#include "analysis/Solution.hpp"
#include "analysis/StepContext.hpp"
#include "analysis/StepParameters.hpp"
#include "analysis/VelocityProjection.hpp"
#include "analysis/newton/Newton.hpp"
#include "analysis/steppers/consistentStart.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/base/History.hpp"

namespace tenon::analysis {

class Trajectory;
struct TrajectoryRecord;

/// Run of a transient analysis: sequence of time steps with step-size reduction.
class TimeStepping {
 public:
  struct Data {
    const NewtonParameters& newton;
    const StepParameters& steps;
    SteppingScheme stepping;  ///< description of the steps for snapshots
    bool project_velocities;  ///< true if velocities are projected after each step
    /// Trajectory that records all states; nullptr: states are not recorded.
    Trajectory* trajectory = nullptr;
  };
  /// Creates a run; all arguments must outlive this object.
  TimeStepping(Equations& equations, TangentSolver& solver, base::Phases& phases, std::unique_ptr<Stepper> stepper,
               const Data& data);

  // The following functions are collective.

  /// Checks what the time integrator requires at the start, without a solve.
  /// @throws InputError for features that it does not support
  void requireValidStart() { stepper_->begin(context_, control_.length(), true); }
  /// Starts from the displacements and velocities of the states, which are made consistent.
  void start();
  /// Continues from a snapshot.
  void restartFrom(const Snapshot& from);

  bool isDone() const { return control_.isDone(); }
  /// Computes the next step.
  /// @throws NotConvergedError if the step fails with the smallest size; states, multipliers and
  /// step size are then those at its beginning, unless the time integrator cannot repeat a step
  void advance();

  int numCompletedSteps() const { return step_; }
  double time() const { return time_; }
  /// Returns the number of steps of the whole run if no additional step is subdivided.
  int numSteps() const { return step_ + control_.numRemaining(); }
  const solver::SolveStatistics& statistics() const { return record_.statistics; }  ///< statistics of all solves so far
  std::optional<ContactStatistics> contacts() const { return stepper_->contacts(); }
  Solution evaluateSolution(const SolutionRequest& request) const;
  Snapshot snapshot() const;

 private:
  class Attempt;
  /// Results of the steps so far.
  struct Record {
    solver::SolveStatistics statistics;         // statistics of all solves
    double error = 0.0;                         // relative error of the last step
    double largest = 0.0;                       // largest norm of the displacement
    double jump_work = 0.0;                     // work of impulses at the end of the last step
    bool has_warned = false;                    // warnAboutErrors() has warned
    std::optional<ContactStatistics> contacts;  // in snapshots only
  };

  void requireIntact() const;
  void reduceUntilAccepted();
  bool tryStep();
  TrajectoryRecord recordState(int step, double time) const;
  void recordStart(bool is_consistent);
  void acceptStep(const StateVectors& before, const StateVectors& now);
  void recordStep(TrajectoryRecord record, bool has_restarted);
  double errorOf(const StateVectors& before, const StateVectors& now);
  void warnAboutErrors();
  void advanceOnce();
  void advanceAndAccept();
  void requireNumbers(double largest) const;
  bool hasVelocityJump(double from, double to) const;
  bool oscillates(const StateVectors& now) const;
  std::optional<JumpRestart> restartAfterDiscontinuity(const StateVectors& now);
  void requireRigidBounds() const;
  void requireNoInversion(const StateVectors& now) const;
  [[noreturn]] void fail(const base::NotConvergedError& error, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  Data data_;
  Newton newton_;
  StepContext context_;
  std::unique_ptr<Stepper> stepper_;
  StepControl control_;
  std::vector<const base::History*> tables_;  // tables that prescribe velocities
  std::optional<VelocityProjection> projection_;
  std::optional<ContactImpulses> impulses_;  // for time integrators that need contact impulses
  std::optional<LocalError> local_error_;    // with error control only
  int step_ = 0;
  double time_ = 0.0;
  bool is_broken_ = false;  // a step that cannot be repeated has failed
  Record record_;
  solver::SolveStatistics of_step_;
};

}  // namespace tenon::analysis
