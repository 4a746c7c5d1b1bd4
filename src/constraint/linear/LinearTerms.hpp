// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Linear terms sum_k c_rk u_k of the owned rows r of a rank. The degrees of freedom u_k may belong
/// to nodes of any rank.
class LinearTerms {
 public:
  /// Adds coefficient * u[node, component] to a row.
  void add(LocalIndex row, const la::State& state, GlobalIndex node, int component, double coefficient) {
    entries_.push_back({row, &state, node, component, coefficient});
  }
  /// Returns all terms.
  const std::vector<JacobianRows::Entry>& entries() const { return entries_; }

  /// Completes the terms and finds the owners of their nodes. Call after the last term has been
  /// added.
  /// @param name  name of the constraint, for messages
  /// @param states  all states that appear in terms on any rank, in the same order on all ranks
  /// @throws InternalError if a state is missing
  /// @note Collective.
  void finish(const std::string& name, const std::vector<const la::State*>& states);
  /// Returns the states passed to finish().
  const std::vector<const la::State*>& states() const { return states_; }
  /// Returns the index of the state of a term in states().
  std::size_t stateOf(std::size_t term) const { return places_[term].state; }

  /// Function that returns at least [numOwned × block] values u of a state, such as its
  /// displacements.
  using Values = std::function<gsl::span<const double>(const la::State&)>;
  /// Returns sum_k c_rk u_k for each row, [num_rows]. Call after finish().
  /// @note Collective.
  std::vector<double> sums(LocalIndex num_rows, const Values& values) const;

 private:
  // Nodes of one state that appear in the terms, ascending and unique.
  struct RemoteNodes {
    std::vector<GlobalIndex> nodes;
    la::Halo halo;
  };
  // Position of the degree of freedom of a term in far_.
  struct DofLocation {
    std::size_t state, unknown;
  };

  std::vector<JacobianRows::Entry> entries_;
  std::vector<const la::State*> states_;
  std::vector<RemoteNodes> far_;     // [states]
  std::vector<DofLocation> places_;  // [terms]
};

}  // namespace tenon::constraint
