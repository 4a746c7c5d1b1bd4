// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "analysis/Snapshot.hpp"
#include "analysis/StepParameters.hpp"

namespace tenon::analysis {

/// Step-size control. The time from 0 to T is divided at the times at which a step must end, and
/// each interval into equal steps of the largest admissible length. Steps are halved if they fail
/// or their error is too large, and doubled again later. A step of 1 / 2^k of the largest
/// length begins at a multiple of its own length only. Hence there are few different lengths, all
/// times are reached exactly, and steps without reductions are the same at every time.
class StepControl {
 public:
  /// Creates the step-size control.
  /// @param order order of the time integrator
  /// @param ends times between 0 and T at which a step must end, ascending
  StepControl(const StepParameters& parameters, int order, const std::vector<double>& ends = {});

  /// Returns true if the final time has been reached.
  bool isDone() const { return interval_ + 1 == times_.size(); }
  /// Returns the number of remaining steps if all have the length of the next one; with error
  /// control, the largest length.
  int numRemaining() const;
  /// Returns the length of the next step.
  double length() const { return longest() / static_cast<double>(std::int64_t(1) << level()); }
  /// Returns the time at the end of the next step.
  double nextTime() const { return timeAt(position_ + stride()); }
  /// Returns the length of the shortest admissible step.
  double shortest() const { return longest() / static_cast<double>(per_step_); }

  /// Returns true if the step size is controlled by the local error.
  bool isErrorControlled() const { return parameters_.error > 0.0; }
  /// Returns true if the next step may have this relative error. The shortest step is always
  /// admitted.
  bool admits(double error) const { return error <= parameters_.error || length() <= shortest(); }

  /// Records that the next step succeeded.
  /// @param was_hard true if another step of this length may fail
  /// @param error relative local error; 0 without error control
  void recordSuccess(bool was_hard, double error = 0.0);
  /// Halves the next step after a failure. Returns false if it has already been halved as often as
  /// allowed.
  bool halve();
  /// Sets the length of the next step after a step with too large an error.
  void reduce(double error);

  /// Returns the state of the step-size control.
  StepControlState state() const;
  /// Continues from `state`, at the given time.
  void restore(const StepControlState& state, double time);
  /// Largest norm of the displacement so far.
  double largest = 0.0;

 private:
  double longest() const;
  double timeAt(std::int64_t position) const;
  std::int64_t numPositions() const { return numSteps(interval_) * per_step_; }
  std::int64_t numSteps(std::size_t interval) const;
  int desiredLevel() const;
  int level() const;
  std::int64_t stride() const { return per_step_ >> level(); }

  StepParameters parameters_;
  int order_;
  std::vector<double> times_;
  std::int64_t per_step_;  // number of places per longest step at which steps may begin
  std::size_t interval_ = 0;
  std::int64_t position_ = 0;
  double desired_;
  int waits_ = 0;
};

}  // namespace tenon::analysis
