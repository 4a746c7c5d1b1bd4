// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "GroupComponent.hpp"
#include "tenon/base/History.hpp"

namespace tenon::analysis {

/// Misfit of the mean of a displacement or velocity component over the nodes of a group,
/// J = 1/2 ((m - d(t)) / s)^2, with data d over time and noise s.
class HistoryMisfit : public Objective {
 public:
  /// Parameters of a case file.
  struct Data : GroupComponent::Data {
    std::string field = "displacement";  ///< compared field, displacement or velocity
    base::History data;                  ///< values d over time
    double noise = 1.0;                  ///< standard deviation s of the data
  };
  /// Declares the parameters of a case file.
  static void declare(base::Parameters<Data>& p);

  /// Creates the objective.
  /// @throws InputError if the object, the group or the component does not exist
  /// @note Collective.
  HistoryMisfit(const Data& data, const ObjectiveContext& context);

  std::string name() const override { return "history misfit of " + component_.nameOf(field_); }
  double value(const ObjectiveSample& sample) const override;
  void addDerivatives(const ObjectiveSample& sample, ObjectiveDerivatives& derivatives) const override;

 private:
  double difference(const ObjectiveSample& sample) const;

  GroupComponent component_;
  std::string field_;
  base::History data_;
  double noise_;
};

}  // namespace tenon::analysis
