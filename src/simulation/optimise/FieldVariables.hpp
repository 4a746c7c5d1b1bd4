// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <gsl/span>
#include <memory>
#include <vector>

#include "ScaledParameter.hpp"
#include "solver/minimisation/TaoMinimisation.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::simulation {

/// Values of a parameter with one value per cell as variables of a minimisation, scaled like those
/// of a ScaledParameter by their initial values. The variables are distributed over the ranks in
/// blocks, in the order of the element numbers, independent of the partition of the mesh.
class FieldVariables {
 public:
  /// Creates the variables.
  /// @param cells  cells of this rank and their initial values
  /// @note Collective.
  FieldVariables(const base::Communicator& comm, GradientParameter parameter, const system::CellValues& cells);

  /// Returns the parameter.
  const GradientParameter& parameter() const { return parameter_; }
  /// Returns the number of variables of this rank.
  std::size_t size() const { return start_.size(); }
  /// Appends the variables of this rank, whose initial values are 0, and their bounds.
  void appendTo(solver::MinimisationProblem& problem) const;
  /// Returns the function that sets the values of all cells.
  /// @param x  variables of this rank
  /// @note Collective.
  system::CellFieldParameter::CellChange changeAt(gsl::span<const double> x) const;
  /// Returns the derivatives with respect to the variables of this rank.
  /// @param x            variables of this rank
  /// @param cells        cells of this rank in a run, whose partition may differ from the first one
  /// @param derivatives  derivatives with respect to the values of these cells
  /// @note Collective.
  std::vector<double> gradient(gsl::span<const double> x, const system::CellValues& cells,
                               const std::vector<double>& derivatives) const;

 private:
  ScaledParameter scaled(std::size_t variable) const;

  base::Communicator comm_;
  GradientParameter parameter_;
  std::shared_ptr<const std::vector<std::int64_t>> elements_;  // numbers of all elements, ascending
  std::vector<double> start_;                                  // initial values of the variables of this rank
};

}  // namespace tenon::simulation
