#pragma once
#include <utility>

#include "tenon/base/Tabulated.hpp"
#include "tenon/force/ForceField.hpp"

namespace tenon::force {

/// A load that grows and fades in time: what it says of its size is multiplied by factor(). Before setTime() it is that
/// of time 0.
class TimedLoad : public Load, public base::Tabulated {
 public:
  const base::History& history() const final { return history_; }
  void setTime(double time) final {
    time_ = time;
    factor_ = history_(time);
  }

 protected:
  explicit TimedLoad(base::History history) : history_(std::move(history)), factor_(history_(0.0)) {}
  double factor() const { return factor_; }
  double time() const { return time_; }

 private:
  base::History history_;
  double factor_, time_ = 0.0;
};

/// Declares the parameter `history` of a load.
template <class Data>
void declareHistory(base::Parameters<Data>& p) {
  p.optional("history", &Data::history, "", "factor of the load in time, linear between the entries");
}

}  // namespace tenon::force
