// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "VariedParameter.hpp"

namespace tenon::simulation {

/// Runs of a study: the Cartesian product of the values of all varied parameters. Runs are numbered
/// from 1; the values of the last parameter change fastest.
/// @note Not collective.
class StudyPlan {
 public:
  /// Creates the plan of a study. Without parameters it has one run.
  explicit StudyPlan(std::vector<VariedParameter> parameters) : parameters_(std::move(parameters)) {}

  /// Varied parameters.
  const std::vector<VariedParameter>& parameters() const { return parameters_; }
  /// Number of runs.
  int numRuns() const;
  /// Returns the values of the parameters in a run as texts from which they can be recovered
  /// exactly.
  std::vector<std::string> valuesOf(int run) const;
  /// Returns the settings of a run, such as "young=65000".
  std::vector<std::string> settingsOf(int run) const;

 private:
  std::vector<VariedParameter> parameters_;
};

}  // namespace tenon::simulation
