// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "constraint/ForwardedConstraint.hpp"
#include "constraint/dirichlet/ConstrainedDirections.hpp"
#include "system/mapped/MappingGraph.hpp"
#include "tenon/constraint/DirichletCondition.hpp"

namespace tenon::system {

/// Constraint on mapped states, expressed in terms of the independent states. Its Jacobian is G J;
/// most other functions are forwarded to the underlying constraint.
class MappedConstraint : public constraint::ForwardedConstraint {
 public:
  /// Wraps a constraint on states of `graph`.
  MappedConstraint(std::shared_ptr<MappingGraph> graph, std::unique_ptr<Constraint> constraint);

  /// Returns true if rows of the constraint on any rank contain entries for mapped states, or if
  /// updatePairs() may add such entries. @note Collective.
  static bool isNeeded(const MappingGraph& graph, const Constraint& constraint);

  /// Adds the forces G^T lambda to the owned nodes of all states, where lambda are the multipliers
  /// set by the last call to setMultipliers(). An inactive constraint adds nothing.
  /// @note Collective if the constraint is active.
  void addForceOnAll(StateArrays& f) const;

  void addJacobian(constraint::JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  bool isLinear() const override { return is_linear_; }
  void setMultipliers(gsl::span<const double> lambda) override;
  /// Adds nothing, because the geometric stiffness is added by separate contributors of the
  /// mechanical system.
  void addGeometricStiffness(la::StiffnessMatrix&) const override {}
  bool hasSymmetricStiffness() const override { return true; }
  bool updatePairs(double share) override;
  std::vector<Slave> slaves() const override;
  void commit() override;

 private:
  std::shared_ptr<MappingGraph> graph_;
  bool is_linear_;
  std::vector<double> multipliers_;
};

/// Constraint that imposes the Dirichlet conditions of a mapped state, which has no degrees of
/// freedom that could be eliminated. The rows of the constraint are u = value for single components
/// and N^T u = g for oblique directions N with the prescribed values g.
class MappedCondition : public constraint::Constraint {
 public:
  /// Collects the conditions of a mapped state.
  /// @param body  object with the mapped state and its conditions
  /// @throws InputError if two conditions contradict each other
  /// @note Collective.
  explicit MappedCondition(Body& body);

  /// Returns the conditions.
  const std::vector<std::unique_ptr<constraint::DirichletCondition>>& conditions() const { return body_.conditions; }
  const std::string& name() const override { return name_; }
  void setTime(double time) override;
  LocalIndex numRows() const override {
    return static_cast<LocalIndex>(constrained_components_.size() + directions_.values.size());
  }
  int block() const override { return 1; }
  void addJacobian(constraint::JacobianRows& G) const override;
  void addResidual(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  bool isLinear() const override { return true; }
  std::vector<RowKey> rowKeys() const override;

 private:
  void collect(double time) const;
  double differenceStep() const;
  std::vector<double> values() const;

  Body& body_;
  std::string name_;
  double time_ = 0.0;
  mutable std::vector<constraint::ConstrainedDofs> constrained_dofs_;  // [1]
  mutable constraint::ConstrainedDirections directions_;
  std::vector<std::pair<LocalIndex, int>> constrained_components_;  // owned nodes and components, ascending
  std::unique_ptr<la::Halo> far_nodes_;                             // nodes that occur in directions_
};

}  // namespace tenon::system
