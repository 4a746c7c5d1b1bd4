// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::constraint {

class DirichletCondition;

/// Constrained directions other than single degrees of freedom, as given by the conditions:
/// directions of single nodes, attached nodes, weighted sums over groups. The directions need not
/// be orthogonal to each other or to prescribed degrees of freedom; orthonormalise() makes them so.
class ObliqueDirections {
 public:
  /// Condition direction . u = value of one node, `direction` of length one.
  struct NodeDirection {
    const la::State* state;        ///< state of the node
    base::LocalIndex node;         ///< local node
    base::Vec3 direction;          ///< unit direction
    double value;                  ///< prescribed displacement, length
    const DirichletCondition* by;  ///< condition that prescribes it
  };
  /// Condition u[first] = u[second].
  struct AttachedNodes {
    const la::State* first_state;   ///< state of the first node
    base::LocalIndex first;         ///< first node, local and owned
    const la::State* second_state;  ///< state of the second node
    base::GlobalIndex second;       ///< second node, global number
    const DirichletCondition* by;   ///< condition that prescribes it
  };
  /// One term coefficient . u of a sum.
  struct SumTerm {
    const la::State* state;  ///< state of the node
    base::LocalIndex node;   ///< local node
    base::Vec3 coefficient;  ///< coefficient of each component
  };
  /// Condition that the sum of coefficient . u over the terms of all ranks is 0.
  struct WeightedSum {
    std::vector<SumTerm> terms;    ///< terms of this rank
    const DirichletCondition* by;  ///< condition that prescribes it
  };

  /// Prescribes `value` for u of a local node along `direction`. Only owned nodes are relevant.
  void addDirection(const la::State& state, base::LocalIndex node, const base::Vec3& direction, double value,
                    const DirichletCondition& by) {
    if (state.layout().isOwned(node)) of_nodes_.push_back({&state, node, direction, value, &by});
  }
  /// Attaches two nodes to each other. Called by the rank that owns the first node.
  void addPair(const AttachedNodes& pair) { pairs_.push_back(pair); }
  /// Adds a condition on a weighted sum. Called by all ranks in the same order, each with the terms
  /// of its own nodes.
  void addSum(WeightedSum sum) { sums_.push_back(std::move(sum)); }

  /// Returns the directions of single nodes.
  const std::vector<NodeDirection>& nodeDirections() const { return of_nodes_; }
  /// Returns the attached pairs.
  const std::vector<AttachedNodes>& pairs() const { return pairs_; }
  /// Returns the sums over groups.
  const std::vector<WeightedSum>& sums() const { return sums_; }

 private:
  std::vector<NodeDirection> of_nodes_;
  std::vector<AttachedNodes> pairs_;
  std::vector<WeightedSum> sums_;
};

}  // namespace tenon::constraint
