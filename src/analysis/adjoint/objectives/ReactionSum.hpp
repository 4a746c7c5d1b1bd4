// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "GroupComponent.hpp"
#include "analysis/Equations.hpp"

namespace tenon::analysis {

/// Sum of a component of the reactions r = -(I - P) (f + G^T lambda - M a) over the nodes of a
/// group.
class ReactionSum : public Objective {
 public:
  using Data = GroupComponent::Data;  ///< parameters of a case file
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p) { GroupComponent::declare(p, "reaction"); }

  /// Creates the objective.
  /// @throws InputError if the object, the group or the component does not exist, or if the object
  ///   is mapped
  /// @note Collective.
  ReactionSum(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return component_.nameOf("reaction"); }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  la::Vector weights(const Equations& equations) const;

  GroupComponent component_;
};

}  // namespace tenon::analysis
