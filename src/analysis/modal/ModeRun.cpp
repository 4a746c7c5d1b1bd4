// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "ModeRun.hpp"

namespace tenon::analysis {

void ModeRun::advance() {
  requireNotDone();
  if (!set_) set_ = compute_();
  ++step_;
  evaluateSolution({false, false});
}

Solution ModeRun::evaluateSolution(const SolutionRequest& request) const {
  if (step_ == 0) return equations_.evaluateSolution(request);
  const auto k = static_cast<std::size_t>(step_) - 1;
  const ModeShape& shape = set_->shapes[k];
  Solution solution =
      equations_.evaluateModeSolution(shape.phi.get(), shape.lambda.get(), set_->forces[k].get(), request);
  solution.statistics = set_->statistics;
  solution.modes.assign(set_->modes.begin(), set_->modes.begin() + step_);
  solution.movable_mass = set_->movable_mass;
  return solution;
}

Snapshot ModeRun::snapshot() const {
  throw base::InputError("An eigenvalue analysis cannot return to an earlier mode.");
}

void ModeRun::restore(const Snapshot& /*snapshot*/) {
  snapshot();
}

}  // namespace tenon::analysis
