// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tenon/constraint/Constraint.hpp"

namespace tenon::constraint {

/// Base class of constraints that forward all functions to another constraint. Derived classes
/// override some of the functions.
class ForwardedConstraint : public Constraint {
 public:
  /// Takes ownership of `constraint` and copies its settings.
  explicit ForwardedConstraint(std::unique_ptr<Constraint> constraint) : constraint_(std::move(constraint)) {
    static_cast<ConstraintSettings&>(*this) = *constraint_;
  }

  /// Returns the underlying constraint.
  const Constraint& constraint() const { return *constraint_; }

  const std::string& name() const override { return constraint_->name(); }
  Level level() const override { return constraint_->level(); }
  std::string boundObstacle() const override { return constraint_->boundObstacle(); }
  void setTime(double time) override { constraint_->setTime(time); }
  LocalIndex numRows() const override { return constraint_->numRows(); }
  int block() const override { return constraint_->block(); }
  void addJacobian(JacobianRows& G) const override { constraint_->addJacobian(G); }
  void addResidual(gsl::span<double> phi) const override { constraint_->addResidual(phi); }
  void addRate(gsl::span<double> rate) const override { constraint_->addRate(rate); }
  bool isLinear() const override { return constraint_->isLinear(); }
  std::string largeRotationAlternative() const override { return constraint_->largeRotationAlternative(); }
  void setMultipliers(gsl::span<const double> lambda) override { constraint_->setMultipliers(lambda); }
  void addGeometricStiffness(la::StiffnessMatrix& K) const override { constraint_->addGeometricStiffness(K); }
  bool hasSymmetricStiffness() const override { return constraint_->hasSymmetricStiffness(); }
  std::vector<double> measures() const override { return constraint_->measures(); }
  std::vector<double> compliances() const override { return constraint_->compliances(); }
  std::vector<Slave> slaves() const override { return constraint_->slaves(); }
  const char* defaultSlaveTreatment() const override { return constraint_->defaultSlaveTreatment(); }
  std::vector<char> mergeConstrainedRows(const std::vector<char>& is_constrained) override {
    return constraint_->mergeConstrainedRows(is_constrained);
  }
  DryFriction friction() const override { return constraint_->friction(); }
  void prepareFor(const KinematicProperties& properties) override { constraint_->prepareFor(properties); }
  bool updatePairs(double share) override { return constraint_->updatePairs(share); }
  std::vector<const la::State*> statesOfPairs() const override { return constraint_->statesOfPairs(); }
  void commit() override { constraint_->commit(); }
  std::vector<double> contactAreas() const override { return constraint_->contactAreas(); }
  const la::State* carrier() const override { return constraint_->carrier(); }
  std::vector<LocalIndex> carrierNodes() const override { return constraint_->carrierNodes(); }
  std::vector<RowKey> rowKeys() const override { return constraint_->rowKeys(); }
  void fillField(gsl::span<const double> lambda, gsl::span<double> field) const override {
    constraint_->fillField(lambda, field);
  }
  void addStress(gsl::span<const double> lambda, fem::Recovery& recovery) const override {
    constraint_->addStress(lambda, recovery);
  }

 protected:
  /// Returns the constraint to which the calls are forwarded, for modification.
  Constraint& forwarded() { return *constraint_; }

 private:
  std::unique_ptr<Constraint> constraint_;
};

/// Upper bound Phi - range <= 0 of a constraint with `bound: box`, 0 <= Phi <= range.
class UpperBoundConstraint : public ForwardedConstraint {
 public:
  /// Takes ownership of `constraint`, whose `range` must have been set.
  explicit UpperBoundConstraint(std::unique_ptr<Constraint> constraint)
      : ForwardedConstraint(std::move(constraint)), name_(this->constraint().name() + " (upper side)") {
    bound = "upper";
  }

  const std::string& name() const override { return name_; }
  void addResidual(gsl::span<double> phi) const override {
    ForwardedConstraint::addResidual(phi);
    for (double& one : phi) one -= range;
  }

 private:
  std::string name_;
};

}  // namespace tenon::constraint
