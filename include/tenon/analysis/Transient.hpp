#pragma once
#include <optional>

#include "tenon/analysis/Analysis.hpp"
#include "tenon/analysis/NewtonParameters.hpp"
#include "tenon/analysis/Stepper.hpp"

namespace tenon::analysis {

/// Motion in time, M a = f(q, v, t) + G^T lambda and Phi(q, t) + C lambda = 0 at the end of every step, by a Stepper in
/// accelerations and multipliers. Where all is linear, one solve for each step, with one matrix and one preconditioner;
/// else Newton's method. Starts from the displacements and velocities of the states, which are made to fit what is held
/// and what constraints allow, with accelerations and multipliers that fit them; that is step 0.
class Transient : public Analysis {
 public:
  struct Data : NewtonParameters, StepperParameters {
    double step = 0.0;      ///< longest h: n = ceil(T / step) steps of equal length
    double end_time = 0.0;  ///< T
  };
  static void declare(base::Parameters<Data>& p);

  /// InputError for coefficients with which the stepper is not stable.
  explicit Transient(const Data& data);

  Kinematics kinematics() const override;
  int numSteps() const override;
  /// Nothing has to be held: bodies may fly.
  void requireHeld(Equations&) const override {}

  bool canContinue() const override { return true; }
  Steps steps() const override { return {data_.stepper, stepLength()}; }
  Snapshot snapshot() const override { return snapshot_(); }
  void continueFrom(Snapshot from) override { start_ = std::move(from); }

  using Analysis::run;
  Solution run(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
               const AtStep& at_step) override;

 private:
  MotionVectors restore(Equations& equations, Stepper& stepper) const;
  bool isExplicit() const;
  Solution runExplicitly(Equations& equations, TangentSolver& solver, base::Phases& phases, int last,
                         const AtStep& at_step);
  double stepLength() const { return data_.end_time / numSteps(); }

  Data data_;
  std::function<Snapshot()> snapshot_;  // of the run
  std::optional<Snapshot> start_;
};

}  // namespace tenon::analysis
