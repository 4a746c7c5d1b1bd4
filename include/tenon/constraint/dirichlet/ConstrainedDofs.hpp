// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/constraint/dirichlet/ConditionLabel.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::constraint {

/// Prescribed degrees of freedom of one state, with their values. Nodes are identified by local
/// numbers. Values at ghost nodes are accepted but ignored.
class ConstrainedDofs {
 public:
  /// Creates an empty set for `state`.
  explicit ConstrainedDofs(const la::State& state);

  /// Prescribes one displacement component of a local node.
  /// @param node       local number of the node
  /// @param component  index of the degree of freedom within the node
  /// @param value      prescribed displacement
  /// @param by         condition that prescribes the displacement
  /// @throws InputError if the degree of freedom already has a prescribed value that differs by
  ///   more than round-off; the message names both conditions, the node and both values
  /// @note Not collective; called within base::runCollectively().
  void constrain(base::LocalIndex node, int component, double value, const ConditionLabel& by);

  /// Returns true if the degree of freedom is prescribed.
  bool isConstrained(base::LocalIndex node, int component) const {
    return condition_indices_[at(node, component)] >= 0;
  }
  /// Returns the name of the condition that prescribes the degree of freedom; requires
  /// isConstrained().
  const std::string& conditionOf(base::LocalIndex node, int component) const {
    return conditions_[static_cast<std::size_t>(condition_indices_[at(node, component)])];
  }
  /// Returns the prescribed displacement; 0 if the degree of freedom is not prescribed.
  double value(base::LocalIndex node, int component) const { return value_[at(node, component)]; }
  /// Returns the state.
  const la::State& state() const { return *state_; }

 private:
  std::size_t at(base::LocalIndex node, int component) const {
    return static_cast<std::size_t>(node) * static_cast<std::size_t>(state_->block()) +
           static_cast<std::size_t>(component);
  }
  int numberOf(const ConditionLabel& by);

  const la::State* state_;
  std::vector<std::string> conditions_;  // names of the conditions that prescribe degrees of freedom
  std::vector<int> condition_indices_;   // [numLocal x block] index into conditions_; -1 if not prescribed
  std::vector<double> value_;            // [numLocal x block]
};

}  // namespace tenon::constraint
