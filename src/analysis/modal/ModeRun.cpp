// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ModeRun.hpp"

#include "analysis/describeSolution.hpp"
#include "analysis/steps/equationsSnapshot.hpp"
#include "tenon/base/check.hpp"

namespace tenon::analysis {

void ModeRun::advance() {
  requireNotDone();
  if (!set_)
    compute();
  else if (step_ == 0)
    restore(base_);
  goToMode(step_ + 1);
}

// A failed computation, for example of the preload, leaves the equations as they were.
void ModeRun::compute() {
  const Base start = takeBase(0.0);
  try {
    set_ = compute_();
  } catch (const base::Error& error) {
    if (error.isOnAllRanks()) restore(start);
    throw;
  }
  base_ = takeBase(set_->time);
}

ModeRun::Base ModeRun::takeBase(double time) const {
  return {takeSnapshot(equations_, 0, time), equations_.unknowns().kinematics()};
}

void ModeRun::restore(const Base& base) {
  equations_.unknowns().setKinematics(base.kinematics);
  restoreStaticEquations(equations_, base.snapshot);
}

void ModeRun::goToMode(int mode) {
  if (step_ == 0 && !no_loads_ && set_->excludes_loads)
    no_loads_ = std::make_unique<ScopedLoadDisabling>(equations_.mechanics());
  step_ = mode;
  evaluateSolution({false, false});
}

Solution ModeRun::evaluateSolution(const SolutionRequest& request) const {
  if (step_ == 0) return describeSolution(equations_, request);
  const auto k = static_cast<std::size_t>(step_) - 1;
  const ModeShape& shape = set_->shapes[k];
  Solution solution = describeMode(equations_, shape.phi.get(), shape.lambda.get(), set_->forces[k].get(), request);
  solution.statistics = set_->statistics;
  solution.modes.assign(set_->modes.begin(), set_->modes.begin() + step_);
  solution.movable_mass = set_->movable_mass;
  return solution;
}

Snapshot ModeRun::snapshot() const {
  Snapshot snapshot = takeSnapshot(equations_, step_, time());
  snapshot.stepping = stepping_;
  return snapshot;
}

void ModeRun::restore(const Snapshot& snapshot) {
  requireSame(stepping_, snapshot);
  if (snapshot.step > 0) {
    base::ensure(set_.has_value(), "The snapshot belongs to another run, because no modes have been computed.");
    if (step_ == 0) restore(base_);
    goToMode(snapshot.step);
    return;
  }
  no_loads_.reset();
  equations_.unknowns().setKinematics(Kinematics());
  restoreStaticEquations(equations_, snapshot);
  step_ = 0;
}

}  // namespace tenon::analysis
