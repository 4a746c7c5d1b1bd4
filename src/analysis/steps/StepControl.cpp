// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "StepControl.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::analysis {
namespace {

constexpr double hair = 1e-6;        // relative to a step: negligible excess
constexpr int waits_after_cut = 4;   // number of successful steps before the step size grows
constexpr double of_allowed = 0.8;   // share of the admissible error that a step of double size may be expected to have
constexpr double same_time = 1e-12;  // relative to the time

StepParameters withinReason(StepParameters parameters) {
  parameters.cuts = std::min(parameters.cuts, 40);
  return parameters;
}

}  // namespace

StepControl::StepControl(const StepParameters& parameters, int order, const std::vector<double>& ends)
    : parameters_(withinReason(parameters)),
      order_(order),
      times_{0.0},
      per_step_(std::int64_t(1) << parameters_.cuts),
      desired_(parameters.step) {
  const double least = hair * parameters.step / static_cast<double>(per_step_);
  for (const double end : ends)
    if (end > times_.back() + least && end < parameters.end_time - least) times_.push_back(end);
  times_.push_back(parameters.end_time);
  if (isErrorControlled()) desired_ = shortest();
}

std::int64_t StepControl::numSteps(std::size_t interval) const {
  const double steps = (times_[interval + 1] - times_[interval]) / parameters_.step;
  return std::max(std::int64_t(1), static_cast<std::int64_t>(std::ceil(steps - hair)));
}

double StepControl::longest() const {
  if (times_.size() < 2 || isDone()) return parameters_.step;
  return (times_[interval_ + 1] - times_[interval_]) / static_cast<double>(numSteps(interval_));
}

double StepControl::timeAt(std::int64_t position) const {
  const double begin = times_[interval_], end = times_[interval_ + 1];
  if (position == numPositions()) return end;
  return begin + (end - begin) * static_cast<double>(position) / static_cast<double>(numPositions());
}

// Returns the number of halvings of the desired step.
int StepControl::desiredLevel() const {
  int level = 0;
  while (level < parameters_.cuts && longest() / static_cast<double>(std::int64_t(1) << level) > (1 + hair) * desired_)
    ++level;
  return level;
}

// Returns the number of halvings of the next step, which must begin at a multiple of its length.
int StepControl::level() const {
  int level = desiredLevel();
  while (level < parameters_.cuts && position_ % (per_step_ >> level) != 0) ++level;
  return level;
}

int StepControl::numRemaining() const {
  if (isDone()) return 0;
  const std::int64_t as_long = isErrorControlled() ? per_step_ : stride();
  std::int64_t left = (numPositions() - position_ + as_long - 1) / as_long;
  for (std::size_t later = interval_ + 1; later + 1 < times_.size(); ++later) left += numSteps(later);
  return static_cast<int>(left);
}

void StepControl::recordSuccess(bool was_hard, double error) {
  const double made = length();
  const bool was_fitted = level() > desiredLevel();
  position_ += stride();
  if (position_ == numPositions()) ++interval_, position_ = 0;
  waits_ = std::max(0, waits_ - 1);
  const bool errs_little = error * std::pow(2.0, order_ + 1) <= of_allowed * parameters_.error;
  if (waits_ > 0 || was_hard || was_fitted || (isErrorControlled() && !errs_little)) return;
  if (desired_ >= parameters_.step) return;
  desired_ = std::min(parameters_.step, 2 * made);
  waits_ = isErrorControlled() ? 0 : waits_after_cut;
}

bool StepControl::halve() {
  if (length() <= (1 + hair) * shortest()) return false;
  desired_ = 0.5 * length();
  waits_ = waits_after_cut;
  return true;
}

void StepControl::reduce(double error) {
  const double factor = std::pow(of_allowed * parameters_.error / error, 1.0 / (order_ + 1));
  desired_ = std::max(shortest(), std::min(0.5, factor) * length());
  waits_ = 1;
}

// Returns the end of an interval instead of the beginning of the next one, which need not exist for
// another T.
StepControlState StepControl::state() const {
  const bool is_end = position_ == 0 && interval_ > 0;
  const std::size_t interval = is_end ? interval_ - 1 : interval_;
  const double position = is_end ? static_cast<double>(numSteps(interval))
                                 : static_cast<double>(position_) / static_cast<double>(per_step_);
  return {static_cast<int>(interval), position, desired_, waits_, largest};
}

// Restores the state. If the places differ from those of the previous run, its final time becomes
// an end of an interval.
void StepControl::restore(const StepControlState& state, double time) {
  desired_ = state.desired, waits_ = state.waits, largest = state.largest;
  const auto isSame = [&](double other) { return std::abs(other - time) <= same_time * time; };
  const double position = state.position * static_cast<double>(per_step_);
  interval_ = static_cast<std::size_t>(state.interval), position_ = 0;
  const bool is_position = interval_ + 1 < times_.size() && position == std::floor(position) &&
                           position <= static_cast<double>(numPositions());  // only then `position` is an integer
  if (is_position) position_ = static_cast<std::int64_t>(position);
  if (!is_position || !isSame(timeAt(position_))) {
    const auto next =
        std::find_if(times_.begin(), times_.end(), [&](double end) { return end > time && !isSame(end); });
    interval_ = static_cast<std::size_t>(next - times_.begin()), position_ = 0;
    if (next == times_.end())
      --interval_;  // the run is complete
    else
      times_.insert(next, time);
  } else if (position_ == numPositions()) {
    ++interval_, position_ = 0;
  }
}

}  // namespace tenon::analysis
