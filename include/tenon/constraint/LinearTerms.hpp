#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// sum_k c_rk u_k of each row r that a rank owns, with u of any rank's nodes.
class LinearTerms {
 public:
  void add(LocalIndex row, const la::State& state, GlobalIndex node, int component, double coefficient) {
    entries_.push_back({row, &state, node, component, coefficient});
  }
  const std::vector<JacobianRows::Entry>& entries() const { return entries_; }

  /// Collective. After the last term; `states`: every state that any rank's terms name, in the same order on all ranks.
  /// InternalError, that names the constraint, where one is missing.
  void finish(const std::string& name, const std::vector<const la::State*>& states);
  const std::vector<const la::State*>& states() const { return states_; }
  /// The number among states() of a term's state.
  std::size_t stateOf(std::size_t term) const { return places_[term].state; }

  /// What terms are multiplied with, [numOwned x block] of each state.
  using Values = std::function<gsl::span<const double>(const la::State&)>;
  /// Collective. After finish().
  std::vector<double> sums(LocalIndex num_rows, const Values& values) const;

 private:
  struct Far {  // nodes of one state that the terms name, ascending, each once
    std::vector<GlobalIndex> nodes;
    la::Halo halo;
  };
  struct Place {  // of a term's unknown among far_
    std::size_t state, unknown;
  };

  std::vector<JacobianRows::Entry> entries_;
  std::vector<const la::State*> states_;
  std::vector<Far> far_;  // [states]
  std::vector<Place> places_;  // [terms]
};

}  // namespace tenon::constraint
