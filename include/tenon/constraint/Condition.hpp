#pragma once
#include <string>
#include <vector>

#include "tenon/la/State.hpp"

namespace tenon::constraint {

/// Unknowns that are held at a given displacement. One per state; local node numbers, owned nodes matter.
class HeldUnknowns {
 public:
  explicit HeldUnknowns(const la::State& state);

  /// Holds component `component` of local node `node` at displacement `value`. Holding it twice at different values
  /// throws InputError that names the node's place and both values.
  void hold(base::LocalIndex node, int component, double value);

  bool isHeld(base::LocalIndex node, int component) const;
  double value(base::LocalIndex node, int component) const;
  const la::State& state() const { return *state_; }

 private:
  const la::State* state_;
  std::vector<char> held_;     // [numLocal x block]
  std::vector<double> value_;  // [numLocal x block]
};

/// A projective condition: takes unknowns out of the system instead of adding multipliers (Dirichlet values).
class Condition {
 public:
  virtual ~Condition() = default;
  virtual std::string name() const = 0;
  virtual const la::State& state() const = 0;
  virtual void hold(HeldUnknowns& held) const = 0;
  /// Local nodes it acts on, for the sum of reactions.
  virtual const std::vector<base::LocalIndex>& nodes() const = 0;
};

}  // namespace tenon::constraint
