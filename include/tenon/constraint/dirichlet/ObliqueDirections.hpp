// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::constraint {

class DirichletCondition;

/// Constrained directions other than single degrees of freedom, as specified by Dirichlet
/// conditions: directions at single nodes, pairs of attached nodes, and weighted sums over groups.
/// The directions need not be orthogonal to each other or to prescribed degrees of freedom; see
/// orthonormalise().
class ObliqueDirections {
 public:
  /// Constraint direction . u = value at one node.
  struct NodeDirection {
    const la::State* state;        ///< state of the node
    base::LocalIndex node;         ///< local number of the node
    base::Vec3 direction;          ///< unit vector in the constrained direction
    double value;                  ///< prescribed displacement [length]
    const DirichletCondition* by;  ///< condition that prescribes the displacement
  };
  /// Pair of attached nodes, with the constraint u[first] = u[second].
  struct AttachedNodes {
    const la::State* first_state;   ///< state of the first node
    base::LocalIndex first;         ///< local number of the first node, which this rank must own
    const la::State* second_state;  ///< state of the second node
    base::GlobalIndex second;       ///< global number of the second node
    const DirichletCondition* by;   ///< condition that attaches the nodes
  };
  /// Term coefficient . u of a weighted sum.
  struct SumTerm {
    const la::State* state;  ///< state of the node
    base::LocalIndex node;   ///< local number of the node
    base::Vec3 coefficient;  ///< coefficient of each component
  };
  /// Constraint that the sum of coefficient . u over the terms of all ranks is zero.
  struct WeightedSum {
    std::vector<SumTerm> terms;    ///< terms of this rank
    const DirichletCondition* by;  ///< condition that imposes the constraint
  };

  /// Prescribes direction . u = value at a local node. Ghost nodes are ignored.
  void addDirection(const la::State& state, base::LocalIndex node, const base::Vec3& direction, double value,
                    const DirichletCondition& by) {
    if (state.layout().isOwned(node)) of_nodes_.push_back({&state, node, direction, value, &by});
  }
  /// Attaches two nodes to each other. Must be called only by the rank that owns the first node.
  void addPair(const AttachedNodes& pair) { pairs_.push_back(pair); }
  /// Adds a condition on a weighted sum. All ranks must add the sums in the same order, each with
  /// the terms of its owned nodes.
  void addSum(WeightedSum sum) { sums_.push_back(std::move(sum)); }

  /// Returns the directions at single nodes.
  const std::vector<NodeDirection>& nodeDirections() const { return of_nodes_; }
  /// Returns the attached pairs.
  const std::vector<AttachedNodes>& pairs() const { return pairs_; }
  /// Returns the weighted sums over groups.
  const std::vector<WeightedSum>& sums() const { return sums_; }

 private:
  std::vector<NodeDirection> of_nodes_;
  std::vector<AttachedNodes> pairs_;
  std::vector<WeightedSum> sums_;
};

}  // namespace tenon::constraint
