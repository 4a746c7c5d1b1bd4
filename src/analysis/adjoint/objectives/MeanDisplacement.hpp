// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "GroupComponent.hpp"

namespace tenon::analysis {

/// Mean of a displacement component over the nodes of a group.
class MeanDisplacement : public Objective {
 public:
  using Data = GroupComponent::Data;  ///< parameters of a case file
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p) { GroupComponent::declare(p, "displacement"); }

  /// Creates the objective.
  /// @throws InputError if the object, the group or the component does not exist
  /// @note Collective.
  MeanDisplacement(const Data& data, const ObjectiveContext& context) : component_(data, context) {}

  std::string name() const override { return component_.nameOf("displacement"); }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  GroupComponent component_;
};

}  // namespace tenon::analysis
