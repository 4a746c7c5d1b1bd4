// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::constraint {

class DirichletCondition;

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
  void constrain(base::LocalIndex node, int component, double value, const DirichletCondition& by);

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
  int numberOf(const DirichletCondition& by);

  const la::State* state_;
  std::vector<std::string> conditions_;  // names of the conditions that prescribe degrees of freedom
  std::vector<int> condition_indices_;   // [numLocal x block] index into conditions_; -1 if not prescribed
  std::vector<double> value_;            // [numLocal x block]
};

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

/// Dirichlet boundary condition that is imposed strongly by projection, without Lagrange
/// multipliers. Derived classes implement constrain() for individual degrees of freedom or
/// constrainDirections() for oblique directions. Only the prescribed values may depend on time; the
/// constrained degrees of freedom and directions must not.
class DirichletCondition {
 public:
  virtual ~DirichletCondition() = default;
  /// Returns the name used in messages: type, object and group, e.g. "fixed on bracket/bolts".
  virtual const std::string& name() const = 0;
  /// Returns the state whose degrees of freedom are constrained.
  virtual const la::State& state() const = 0;

  /// Sets the time t for subsequent calls to constrain() and constrainDirections(). The default
  /// implementation does nothing, which is correct for conditions that do not depend on time.
  virtual void setTime(double) {}
  /// Adds the constrained degrees of freedom, all of which belong to state().
  /// @throws InputError if another condition prescribes a different value
  /// @note Not collective.
  virtual void constrain(ConstrainedDofs&) const {}
  /// Adds the constrained oblique directions. @note Not collective.
  virtual void constrainDirections(ObliqueDirections&) const {}

  /// Returns the local nodes on which the condition acts, including ghosts, in ascending order.
  /// Reaction forces are summed over these nodes.
  virtual const std::vector<base::LocalIndex>& nodes() const = 0;
  /// Returns the number of a local node in the mesh file, for messages.
  virtual std::int64_t nodeTag(base::LocalIndex node) const = 0;
};

}  // namespace tenon::constraint
