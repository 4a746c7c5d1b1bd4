#pragma once
#include <memory>
#include <utility>
#include <vector>

#include "tenon/constraint/ForwardedConstraint.hpp"
#include "tenon/constraint/conditions/orthonormalise.hpp"
#include "tenon/system/MappingGraph.hpp"

namespace tenon::system {

/// A constraint on mapped states, felt by the independent ones: its rows are G J. All else is the constraint's.
class MappedConstraint : public constraint::ForwardedConstraint {
 public:
  MappedConstraint(std::shared_ptr<MappingGraph> graph, std::unique_ptr<Constraint> constraint);

  /// Collective. Whether any row has an entry of a mapped state, or may come to have one.
  static bool isNeeded(const MappingGraph& graph, const Constraint& constraint);

  /// Collective. Adds G^T lambda on owned nodes of all states, at the multipliers that were told last.
  void addForceOnAll(StateArrays& f) const;

  void addJacobian(constraint::JacobianRows& G) const override;
  void addViolation(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  bool isLinear() const override { return is_linear_; }
  void setMultipliers(gsl::span<const double> lambda) override;
  /// Of the mapping graph, beside all that is mapped.
  void addGeometricStiffness(la::StiffnessMatrix&) const override {}
  bool hasSymmetricStiffness() const override { return true; }
  bool findPairs(double share) override;
  std::vector<Slave> slaves() const override;
  void commit() override;

 private:
  std::shared_ptr<MappingGraph> graph_;
  bool is_linear_;
  std::vector<double> multipliers_;
};

/// What projective conditions hold of a mapped state, as a constraint on it: a mapped state has no unknowns to be taken
/// out. Rows are one unknown each, u = value, and directions N^T u = g.
class MappedCondition : public constraint::Constraint {
 public:
  /// Collective. `body`: of the mapped state, whose conditions these are. InputError where two contradict each other.
  explicit MappedCondition(Body& body);

  const std::vector<std::unique_ptr<constraint::Condition>>& conditions() const { return body_.conditions; }
  const std::string& name() const override { return name_; }
  void setTime(double time) override;
  LocalIndex numRows() const override { return static_cast<LocalIndex>(held_.size() + directions_.values.size()); }
  int block() const override { return 1; }
  void addJacobian(constraint::JacobianRows& G) const override;
  void addViolation(gsl::span<double> phi) const override;
  void addRate(gsl::span<double> rate) const override;
  bool isLinear() const override { return true; }
  std::vector<RowPlace> places() const override;

 private:
  void collect(double time) const;
  double differenceStep() const;
  std::vector<double> values() const;

  Body& body_;
  std::string name_;
  double time_ = 0.0;
  mutable std::vector<constraint::HeldUnknowns> held_unknowns_;  // one
  mutable constraint::BlockedDirections directions_;
  std::vector<std::pair<LocalIndex, int>> held_;  // owned nodes and components, ascending
  std::unique_ptr<la::Halo> far_nodes_;           // of the entries of directions_
};

}  // namespace tenon::system
