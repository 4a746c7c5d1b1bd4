#pragma once
#include <string>
#include <vector>

#include "tenon/la/State.hpp"

namespace tenon::constraint {

class Condition;

/// Unknowns that are held at a given displacement. One per state; local node numbers, owned nodes matter.
class HeldUnknowns {
 public:
  explicit HeldUnknowns(const la::State& state);

  /// Holds component `component` of local node `node` at displacement `value`, in the name of condition `by`. Holding
  /// it twice at different values (beyond round-off) throws InputError that names both conditions, the node and both
  /// values. Not collective: called within base::collectively().
  void hold(base::LocalIndex node, int component, double value, const Condition& by);

  bool isHeld(base::LocalIndex node, int component) const { return held_by_[at(node, component)] >= 0; }
  /// Name of the condition that holds it; of held unknowns.
  const std::string& heldBy(base::LocalIndex node, int component) const {
    return conditions_[static_cast<std::size_t>(held_by_[at(node, component)])];
  }
  double value(base::LocalIndex node, int component) const { return value_[at(node, component)]; }
  const la::State& state() const { return *state_; }

 private:
  std::size_t at(base::LocalIndex node, int component) const {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(state_->block()) +
           static_cast<std::size_t>(component);
  }
  int numberOf(const Condition& by);

  const la::State* state_;
  std::vector<std::string> conditions_;  // names of those that held something
  std::vector<int> held_by_;             // [numLocal x block] index into conditions_, -1: free
  std::vector<double> value_;            // [numLocal x block]
};

}  // namespace tenon::constraint
