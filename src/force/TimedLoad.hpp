// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <utility>

#include "tenon/base/History.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// Load with a time history: its reference value is multiplied by factor(). Before the first
/// setTime() the time is 0.
class TimedLoad : public Load, public base::TabulatedInTime {
 public:
  const base::History& history() const final { return history_; }
  void setTime(double time) final {
    time_ = time;
    factor_ = history_(time);
  }

 protected:
  /// Creates the load with the factor of time 0.
  explicit TimedLoad(base::History history) : history_(std::move(history)), factor_(history_(0.0)) {}
  /// Returns the factor at the current time.
  double factor() const { return factor_; }
  /// Returns the current time.
  double time() const { return time_; }

 private:
  base::History history_;
  double factor_, time_ = 0.0;
};

/// Declares the parameter `history` of a load.
template <class Data>
void declareHistory(base::Parameters<Data>& p) {
  p.optional("history", &Data::history, "",
             "factor of the load as a function of time, piecewise linear between the entries");
}

}  // namespace tenon::force
