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

/// A motion in time while it is computed: steps that are made, and made again shorter where they fail.
class TimeStepping {
 public:
  struct Data {
    const StepperParameters& stepper;
    const NewtonParameters& newton;
    const StepParameters& steps;
    Steps same;               ///< for snapshots
    bool project_velocities;  ///< after each step
  };
  /// All have to outlive this.
  TimeStepping(Equations& equations, TangentSolver& solver, base::Phases& phases, const Data& data);

  // All of these are collective.

  /// InputError for what start() would refuse of the stepper; nothing is solved.
  void requireBeginnable() { stepper_->begin(stage_, control_.length(), true); }
  /// From the motion of the states, which is made consistent.
  void start();
  void goOnFrom(const Snapshot& from);

  bool isDone() const { return control_.isDone(); }
  /// The next step. NotConvergedError where it fails however short it is: then bodies and multipliers are where it
  /// began, at the end of the step before.
  void advance();

  int stepsDone() const { return step_; }
  double time() const { return time_; }
  /// Steps of the whole run, if no further one is cut.
  int numSteps() const { return step_ + control_.numLeft(); }
  const solver::SolveStatistics& statistics() const { return statistics_; }  ///< of all solves so far
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
  std::vector<const base::History*> tables_;  // of what prescribes velocities
  double jump_work_ = 0.0;                    // of impulses at the end of the last step
  std::optional<VelocityProjection> projection_;
  std::optional<ContactImpulses> impulses_;  // of steppers that need them
  std::optional<LocalError> local_error_;    // where steps are as long as errors allow
  double error_ = 0.0, largest_ = 0.0;       // of the last step, over the motion; size of the motion
  bool has_warned_ = false;
  int step_ = 0;
  double time_ = 0.0;
  solver::SolveStatistics statistics_, of_step_;
};

}  // namespace tenon::analysis
