// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "tenon/mapping/Mapping.hpp"

namespace tenon::system {

using base::GlobalIndex;
using base::LocalIndex;

/// Jacobian of one mapped state with respect to the independent states: the rows of all its local
/// nodes, ghosts included. Products along different paths between two nodes are summed.
class TotalJacobian {
 public:
  /// Derivative of a node with respect to a node of an independent state.
  struct Term {
    int state;          ///< independent state
    LocalIndex node;    ///< owned or ghost
    bool is_uniform;    ///< true if the block is a single value times the identity
    std::size_t first;  ///< first of its values, in row-major order
  };
  using Totals = std::vector<std::unique_ptr<TotalJacobian>>;

  /// Collects the rows and adds ghosts to the independent states.
  /// @param states  independent states, followed by the mapped states with parents before children;
  ///   the list must outlive this object
  /// @param num_independent  number of independent states
  /// @param J  Jacobian of the child with respect to its own parents
  /// @param before  total Jacobians of the mapped parents
  /// @note Collective.
  TotalJacobian(const std::vector<la::State*>& states, std::size_t num_independent, const la::State& child,
                const mapping::Jacobian& J, const Totals& before);

  /// Updates the values for the same entries. @note Collective.
  void renew(const mapping::Jacobian& J);
  /// Appends the rows of additional ghosts of the child and adds ghosts to the independent states.
  /// @note Collective.
  void renewGhostRows();

  /// Returns the first term of the row of a node.
  const Term* begin(LocalIndex node) const { return terms_.data() + starts_[static_cast<std::size_t>(node)]; }
  /// Returns the end of the terms of the row of a node.
  const Term* end(LocalIndex node) const { return terms_.data() + starts_[static_cast<std::size_t>(node) + 1]; }
  /// Returns the values of a term, in row-major order.
  const double* valuesOf(const Term& term) const { return values_.data() + term.first; }

 private:
  /// Product of an entry of J and a term of the row of the parent, or the entry alone.
  struct Step {
    std::size_t entry;
    const TotalJacobian* parent;  // nullptr: the parent is independent
    std::size_t factor;           // term of the parent
    std::size_t term;             // term to which the product is added
  };
  class RowTerms;
  void collect(const mapping::Jacobian& J, const Totals& before);
  void collectEntry(std::size_t number, const mapping::Jacobian::Entry& entry, const Totals& before, RowTerms& row);
  struct RowsByRank;
  RowsByRank rowsFromOwners();
  void addGhostRows();
  void multiply(const mapping::Jacobian& J);
  void sendValues();
  std::size_t sizeOf(const Term& term) const;

  std::size_t indexOf(const la::State& state) const;

  const std::vector<la::State*>& states_;
  std::size_t num_independent_;
  const la::State& child_;
  std::size_t num_entries_;          // number of entries of J
  std::vector<std::size_t> starts_;  // [local nodes + 1]
  std::vector<Term> terms_;
  std::vector<double> values_;
  std::vector<Step> steps_;
  // [ranks] owned nodes whose rows that rank needs, ghosts here
  std::vector<std::vector<LocalIndex>> asked_, asks_;
};

}  // namespace tenon::system
