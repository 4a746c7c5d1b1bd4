// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "simulation/reading/parameters/GradientParameter.hpp"

namespace tenon::simulation {

/// Penalty on the differences of a parameter between neighbouring cells, which is added to the
/// objective:
///   J_s = w / 2 sum over faces of A / d (s_1 - s_2)^2,   s = ln p on the scale `log`, otherwise p,
/// where w is the weight `smoothness` of the parameter, A the area of the face and d the distance
/// of the centres of its cells. J_s approximates w / 2 times the integral of |grad s|^2.
class Smoothness {
 public:
  /// Creates the penalty at the present values of a field.
  /// @note Collective.
  Smoothness(const base::Communicator& comm, const GradientParameter& parameter,
             const system::CellFieldParameter& field);

  /// Returns J_s.
  double value() const { return value_; }
  /// Adds the derivatives with respect to the values of the owned cells.
  void addDerivatives(std::vector<double>& gradient) const;

 private:
  double value_ = 0.0;
  std::vector<double> derivatives_;  // [owned cells]
};

}  // namespace tenon::simulation
