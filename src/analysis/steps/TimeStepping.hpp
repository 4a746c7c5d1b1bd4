#pragma once
#include <memory>
#include <optional>

#include "ContactImpulses.hpp"
#include "LocalError.hpp"
#include "Newton.hpp"
#include "StepControl.hpp"
#include "VelocityProjection.hpp"
#include "steppers/consistentStart.hpp"
#include "tenon/analysis/Stepper.hpp"
#include "tenon/base/History.hpp"

namespace tenon::analysis {

/// Run of a transient analysis: sequence of time steps with step-size reduction.
class TimeStepping {
 public:
  struct Data {
    const StepperParameters& stepper;
    const NewtonParameters& newton;
    const StepParameters& steps;
    Steps same;               ///< description of the steps for snapshots
    bool project_velocities;  ///< true if velocities are projected after each step
  };
  /// Creates a run; all arguments have to outlive this object.
  TimeStepping(Equations& equations, TangentSolver& solver, base::Phases& phases, const Data& data);

  // The following functions are collective.

  /// Checks what the time integrator requires at the start, without a solve.
  /// @throws InputError for features that it does not support.
  void requireBeginnable() { stepper_->begin(stage_, control_.length(), true); }
  /// Starts from the displacements and velocities of the states, which are made consistent.
  void start();
  /// Continues from a snapshot.
  void goOnFrom(const Snapshot& from);

  bool isDone() const { return control_.isDone(); }
  /// Makes the next step.
  /// @throws NotConvergedError if the step fails with the smallest size; states and multipliers are
  /// then those at its beginning.
  void advance();

  int stepsDone() const { return step_; }
  double time() const { return time_; }
  /// Returns the number of steps of the whole run if no further step is subdivided.
  int numSteps() const { return step_ + control_.numLeft(); }
  const solver::SolveStatistics& statistics() const { return statistics_; }  ///< statistics of all solves so far
  std::optional<ContactStatistics> contacts() const { return stepper_->contacts(); }
  Solution describe(const Wanted& wanted) const;
  Snapshot snapshot() const;

 private:
  class Attempt;

  bool tryStep();
  double errorOf(const MotionVectors& before, const MotionVectors& now);
  void warnOfErrors();
  void advanceOnce();
  void advanceForGood();
  void requireNumbers(double largest) const;
  bool jumps(double from, double to) const;
  bool rings(const MotionVectors& now) const;
  std::optional<GoingOn> goOnAfresh(const MotionVectors& now);
  void requireRigidBounds() const;
  void requireWhole(const MotionVectors& now) const;
  [[noreturn]] void giveUp(const base::NotConvergedError& error, const std::string& where) const;

  Equations& equations_;
  TangentSolver& solver_;
  Data data_;
  Newton newton_;
  Stage stage_;
  std::unique_ptr<Stepper> stepper_;
  StepControl control_;
  std::vector<const base::History*> tables_;  // tables that prescribe velocities
  double jump_work_ = 0.0;                    // work of impulses at the end of the last step
  std::optional<VelocityProjection> projection_;
  std::optional<ContactImpulses> impulses_;  // for time integrators that need contact impulses
  std::optional<LocalError> local_error_;    // with error control only
  double error_ = 0.0, largest_ = 0.0;       // relative error of the last step; norm of the displacement
  bool has_warned_ = false;
  int step_ = 0;
  double time_ = 0.0;
  solver::SolveStatistics statistics_, of_step_;
};

}  // namespace tenon::analysis
