// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "GradientRun.hpp"

namespace tenon::simulation {

/// Direction d of a Taylor test on the scales of the parameters, with unequal components. The
/// components of a field depend only on the numbers of the elements, and not on the partition.
/// A component changes its sign, or is zero, if the first step would leave the range.
class TaylorDirection {
 public:
  /// Creates the direction.
  /// @param parameters  parameters with their values
  /// @param first_step  largest step h of the test
  /// @param components  [parameters] components, which are factors of the components of fields;
  ///   empty for the default
  TaylorDirection(std::vector<GradientParameter> parameters, double first_step,
                  const std::vector<double>& components = {});

  /// Returns the derivative of the objective along the direction. @note Collective.
  double slope(const base::Communicator& comm, const GradientRunResult& result) const;
  /// Returns the case whose parameters are moved by h along the direction. @note Not collective.
  CaseFile moved(const CaseFile& file, double h) const;

 private:
  std::vector<GradientParameter> parameters_;
  double first_step_;
  std::vector<double> components_;
};

}  // namespace tenon::simulation
