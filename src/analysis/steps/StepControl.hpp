#pragma once
#include <cstdint>
#include <vector>

#include "tenon/analysis/Snapshot.hpp"
#include "tenon/analysis/StepParameters.hpp"

namespace tenon::analysis {

/// How long steps are. The time from 0 to T is cut where a step has to end, each interval into equal steps as long as
/// allowed; these are halved where one fails or errs too much, and doubled again. A step of 1 / 2^k begins where such
/// steps begin: lengths are few, all times are reached exactly, and steps without cuts are the same at every time.
class StepControl {
 public:
  /// `order` of the stepper, `ends`: times between 0 and T at which a step has to end, ascending.
  StepControl(const StepParameters& parameters, int order, const std::vector<double>& ends = {});

  bool isDone() const { return interval_ + 1 == times_.size(); }
  /// Steps that are left if all are as long as the next one; by error, as long as they may be.
  int numLeft() const;
  /// Of the next step.
  double length() const { return longest() / static_cast<double>(std::int64_t(1) << level()); }
  /// Where it ends.
  double nextTime() const { return timeAt(place_ + stride()); }
  double shortest() const { return longest() / static_cast<double>(per_step_); }

  bool isByError() const { return parameters_.error > 0.0; }
  /// Of the next step: whether it may err so much, over the motion. The shortest may always.
  bool allows(double error) const { return error <= parameters_.error || length() <= shortest(); }

  /// The next step was made. `was_hard`: another one as long may fail. `error` over the motion, 0 where it is not asked
  /// for.
  void succeed(bool was_hard, double error = 0.0);
  /// The next step failed: it is halved; false where it has been halved as often as allowed.
  bool cut();
  /// The next step erred so much: the length it should have.
  void shorten(double error);

  Pace pace() const;
  /// Goes on from there, at that time.
  void resume(const Pace& pace, double time);
  /// Size of the motion so far.
  double largest = 0.0;

 private:
  double longest() const;
  double timeAt(std::int64_t place) const;
  std::int64_t numPlaces() const { return numSteps(interval_) * per_step_; }
  std::int64_t numSteps(std::size_t interval) const;
  int wantedLevel() const;
  int level() const;
  std::int64_t stride() const { return per_step_ >> level(); }

  StepParameters parameters_;
  int order_;
  std::vector<double> times_;
  std::int64_t per_step_;  // places at which steps may begin
  std::size_t interval_ = 0;
  std::int64_t place_ = 0;
  double wanted_;
  int waits_ = 0;
};

}  // namespace tenon::analysis
