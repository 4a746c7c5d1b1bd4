#pragma once
#include <optional>

#include "tenon/analysis/Analysis.hpp"
#include "tenon/analysis/NewtonParameters.hpp"
#include "tenon/analysis/StepParameters.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

class TimeStepping;

/// Motion in time, M a = f(q, v, t) + G^T lambda and Phi(q, t) + C lambda = 0 at the end of every step, by a Stepper.
/// Where all is linear, one solve for each step, with one matrix and one preconditioner; else Newton's method. Starts
/// from the displacements and velocities of the states, which are made to fit what is held and what constraints allow,
/// with accelerations and multipliers that fit them; that is step 0. A step that fails is made again, shorter.
class Transient : public Analysis {
 public:
  struct Data : NewtonParameters, StepperParameters, StepParameters {
    bool project_velocities = false;
  };
  static void declare(base::Parameters<Data>& p);

  /// InputError for coefficients with which the stepper is not stable.
  explicit Transient(const Data& data);

  Kinematics kinematics() const override;
  /// If none is cut; while it runs, if no further one is.
  int numSteps() const override;
  bool knowsNumSteps() const override { return data_.error == 0.0; }
  bool isLast(int step) const override;
  double endTime() const override { return data_.end_time; }
  /// Nothing has to be held: bodies may fly.
  void requireHeld(Equations&) const override {}
  void requireBeginnable(Equations& equations, TangentSolver& solver, base::Phases& phases) const override;

  bool takesContacts() const override { return takes_contacts_; }

  bool canContinue() const override { return true; }
  Steps steps() const override;
  Snapshot snapshot() const override;
  void continueFrom(Snapshot from) override { start_ = std::move(from); }

  using Analysis::run;
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  Data data_;
  bool takes_contacts_ = false;
  const TimeStepping* running_ = nullptr;  // while run() does
  std::optional<Snapshot> start_;
};

}  // namespace tenon::analysis
